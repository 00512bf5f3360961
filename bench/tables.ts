import { defaultSettings } from '../src/lib/agent/model/settings.ts'
import type { AgentFigures } from './agent.ts'
import { goalNames, goalOf, isMet } from './goals.ts'
import type { Memory } from './memory.ts'
import type { RoundTrips } from './round-trips.ts'
import type { Ratio } from './row.ts'
import type { RolloutFigures } from './scale/measure-rollout.ts'
import type { ScaleFigures } from './scale/measure-scale.ts'
import type { SoakFigures } from './soak/soak.ts'

export interface Results {
  readonly times: readonly Ratio[]
  readonly roundTrips: readonly RoundTrips[]
  readonly memory: readonly Memory[]
  /** undefined: it was not measured. */
  readonly agent: AgentFigures | undefined
  /** undefined: it was not measured. */
  readonly scale: ScaleFigures | undefined
  /** undefined: it was not measured. */
  readonly rollout: RolloutFigures | undefined
  /** Empty: it was not measured. */
  readonly soak: readonly SoakFigures[]
}

/** A goal, and what was measured; undefined: it was not. */
export interface GoalResult {
  readonly goal: string
  readonly limit: number
  readonly measured: number | undefined
  readonly met: boolean | undefined
}

/** All goals, those without a measurement included. */
export function goalResults(results: Results): readonly GoalResult[] {
  const { times, roundTrips, memory } = results
  const measurements = new Map([
    ...times.map(({ what, wall }) => [what, wall] as const),
    ...roundTrips.map(({ what, inARow }) => [`round trips: ${what}`, inARow] as const),
    ...memory.map(({ what, ratio }) => [`memory: ${what}`, ratio] as const),
    ...agentRows(results).map(({ what, value }) => [what, value] as const),
    ...(results.scale?.rows ?? []).map(({ what, ratio }) => [`scale: ${what}`, ratio] as const),
    ...rolloutRows(results).map(({ what, value }) => [what, value] as const),
    ...results.soak.map(({ what, ratio }) => [`soak: ${what}`, ratio] as const),
  ])
  return goalNames.map((goal) => {
    const limit = goalOf(goal)!
    const measured = measurements.get(goal)
    return { goal, limit, measured, met: measured === undefined ? undefined : isMet(measured, limit) }
  })
}

function agentRows({ agent, memory: [bare] }: Results): readonly { what: string; value: number }[] {
  if (agent === undefined) return []
  const { memory, processorMs, pushMs, restartMs } = agent
  return [
    { what: 'memory: agent run', value: memory.rss / (bare?.rss ?? Number.NaN) },
    { what: 'agent: RSS, MiB', value: memory.rss },
    { what: 'agent: ms of processor time per idle minute', value: processorMs },
    { what: 'agent: push until healthy, than systemctl restart kubelet', value: pushMs / restartMs },
    { what: 'agent: the same without the two quiet seconds', value: (pushMs - defaultSettings.quietMs) / restartMs },
    { what: 'agent: push until healthy, ms', value: pushMs },
    { what: 'agent: systemctl restart kubelet until healthy, ms', value: restartMs },
  ]
}

function rolloutRows({ rollout }: Results): readonly { what: string; value: number }[] {
  if (rollout === undefined) return []
  const { nodes, seconds, mover, news, requests, status, rawNodes } = rollout
  const eachNode = (what: string): number => (requests[what] ?? 0) / nodes
  return [
    { what: 'rollout: writes of an agent to its Node', value: news / nodes },
    { what: 'rollout: the same, with its heartbeats', value: eachNode('PATCH nodes/status') },
    { what: 'rollout: Events of an agent', value: eachNode('POST events') },
    { what: 'rollout: moves', value: requests['PATCH configmaps'] ?? 0 },
    { what: 'rollout: seconds', value: seconds },
    { what: 'rollout: highest RSS of the mover, MiB', value: mover.peak },
    { what: 'rollout: seconds of processor time of the mover', value: mover.processorSeconds },
    { what: 'rollout: status, to reading all Nodes', value: status / rawNodes },
  ]
}

/** Each with its sum in the end. */
function requestRows(calls: AgentFigures['calls'] | undefined): readonly (readonly [string, number, number])[] {
  if (calls === undefined) return []
  const { idleHour, change } = calls
  const kinds = [...new Set([...Object.keys(idleHour), ...Object.keys(change)])].sort()
  const rows = kinds.map((kind) => [kind, idleHour[kind] ?? 0, change[kind] ?? 0] as const)
  const sum = (of: 1 | 2): number => rows.reduce((total, row) => total + row[of], 0)
  return [...rows, ['all', sum(1), sum(2)]]
}

const verdict = (met: boolean | undefined): string => (met === undefined ? 'not measured' : met ? 'met' : 'MISSED')
const verdictOn = (value: number, goal: number | undefined): string =>
  goal === undefined ? '' : verdict(isMet(value, goal))
const goalText = (goal: number | undefined): string => goal?.toString() ?? ''
const ratioText = (ratio: number | undefined): string => ratio?.toFixed(2) ?? '-'
/** Counts as they are, ratios with two decimals. */
const measuredText = (value: number | undefined): string => (Number.isInteger(value) ? `${value}` : ratioText(value))

/** One table with a blank line after it. All columns but the first `texts` are numbers. */
function print(title: string, texts: number, [headers = [], ...rows]: readonly (readonly string[])[]): void {
  if (rows.length === 0) return
  const widths = headers.map((header, i) => Math.max(header.length, ...rows.map((row) => row[i]?.length ?? 0)))
  const line = (cells: readonly string[]): string =>
    cells.map((cell, i) => (i < texts ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  ')
  console.log([title, line(headers), ...rows.map(line), ''].join('\n'))
}

export function printTables(results: Results): void {
  const { times, roundTrips, memory, agent, scale, rollout, soak } = results
  print('Times, ours divided by theirs: medians from start to exit, means of processor time', 2, [
    ['ours', 'theirs', 'ours ms', 'theirs ms', 'cpu', 'instr', 'ratio', 'goal', ''],
    ...times.map((row) => [
      ...[row.what, row.than, row.oursMs.toFixed(0), row.theirsMs.toFixed(0)],
      ...[ratioText(row.processor), ratioText(row.instructions), ratioText(row.wall)],
      ...[goalText(row.goal), verdictOn(row.wall, row.goal)],
    ]),
  ])
  print('Round trips in a row, from connect to exit, TCP and TLS included', 1, [
    ['command', 'connections', 'by clock', 'round trips', 'goal', ''],
    ...roundTrips.map(({ what, goal, inARow, byClock, connections }) => [
      ...[what, String(connections), byClock.toFixed(1), String(inARow)],
      ...[goalText(goal), verdictOn(inARow, goal)],
    ]),
  ])
  print('Memory of a process that waits, in MiB; the ratio is that of RSS', 1, [
    ['process', 'RSS', 'PSS', 'ratio', 'goal', ''],
    ...memory.map(({ what, goal, rss, pss, ratio }) => [
      ...[what, rss.toFixed(1), pss.toFixed(1), ratioText(ratio), goalText(goal), verdictOn(ratio, goal)],
    ]),
  ])
  print('The agent of a node, which runs a document', 1, [
    ['', 'measured', 'goal', ''],
    ...agentRows(results).map(({ what, value }) => [
      ...[what, measuredText(value), goalText(goalOf(what)), verdictOn(value, goalOf(what))],
    ]),
  ])
  print('Requests of the agent, counted in virtual time', 1, [
    ['request', 'idle hour', 'change'],
    ...requestRows(agent?.calls).map(([what, ...counts]) => [what, ...counts.map(String)]),
  ])
  const { nodes = 0, podsPerNode = 0 } = scale?.fleet ?? {}
  const filled = `filled in ${scale?.fillSeconds.toFixed(0)} s`
  print(
    `At scale, ${nodes} nodes with ${podsPerNode} pods and a balloon each (${filled}); ratios of time to the first`,
    1,
    [
      ['command', 's', 'peak MiB', 'requests', 'ratio', 'goal', ''],
      ...(scale?.rows ?? []).map(({ what, seconds, peak, requests, ratio, goal }) => [
        ...[what, seconds.toFixed(2), peak.toFixed(0), String(requests), ratioText(ratio)],
        ...[goalText(goal), verdictOn(ratio, goal)],
      ]),
    ],
  )
  print(`A rollout to ${rollout?.nodes} nodes in four waves, at most a tenth of them away`, 1, [
    ['', 'measured', 'goal', ''],
    ...rolloutRows(results).map(({ what, value }) => [
      ...[what, measuredText(value), goalText(goalOf(what)), verdictOn(value, goalOf(what))],
    ]),
  ])
  print('After a tenth of the changes, and after all: anonymous memory in MiB, open files, files and their KiB', 1, [
    ['', 'early', 'busy', 'late', 'open', 'files', 'KiB', 'ms/change', 'ratio', 'goal', ''],
    ...soak.map(({ what, early, busy, late, ratio, changeMs }) => [
      ...[what, ...[early, busy, late].map(({ anonymous }) => anonymous.toFixed(1))],
      ...(['openFiles', 'files', 'kib'] as const).map((each) => `${early[each].toFixed(0)}-${late[each].toFixed(0)}`),
      ...[changeMs.toFixed(1), ratioText(ratio), goalText(goalOf(`soak: ${what}`))],
      verdictOn(ratio, goalOf(`soak: ${what}`)),
    ]),
  ])
  const goals = goalResults(results)
  const met = goals.filter((goal) => goal.met === true).length
  const missed = goals.filter((goal) => goal.met === false).length
  print(`Goals: ${met} met, ${missed} missed, ${goals.length - met - missed} not measured`, 1, [
    ['goal', 'measured', 'at most', ''],
    ...goals.map(({ goal, measured, limit, met }) => [goal, measuredText(measured), goalText(limit), verdict(met)]),
  ])
}
