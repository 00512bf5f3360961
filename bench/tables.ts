import { goalNames, goalOf, isMet } from './goals.ts'
import type { Memory } from './memory.ts'
import type { RoundTrips } from './round-trips.ts'
import type { Ratio } from './row.ts'

export interface Results {
  readonly times: readonly Ratio[]
  readonly roundTrips: readonly RoundTrips[]
  readonly memory: readonly Memory[]
}

/** A goal, and what was measured; undefined: it was not. */
export interface GoalResult {
  readonly goal: string
  readonly limit: number
  readonly measured: number | undefined
  readonly met: boolean | undefined
}

/** All goals, those without a measurement included. */
export function goalResults({ times, roundTrips, memory }: Results): readonly GoalResult[] {
  const measurements = new Map([
    ...times.map(({ what, wall }) => [what, wall] as const),
    ...roundTrips.map(({ what, inARow }) => [`round trips: ${what}`, inARow] as const),
    ...memory.map(({ what, ratio }) => [`memory: ${what}`, ratio] as const),
  ])
  return goalNames.map((goal) => {
    const limit = goalOf(goal)!
    const measured = measurements.get(goal)
    return { goal, limit, measured, met: measured === undefined ? undefined : isMet(measured, limit) }
  })
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
  const { times, roundTrips, memory } = results
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
  const goals = goalResults(results)
  const met = goals.filter((goal) => goal.met === true).length
  const missed = goals.filter((goal) => goal.met === false).length
  print(`Goals: ${met} met, ${missed} missed, ${goals.length - met - missed} not measured`, 1, [
    ['goal', 'measured', 'at most', ''],
    ...goals.map(({ goal, measured, limit, met }) => [goal, measuredText(measured), goalText(limit), verdict(met)]),
  ])
}
