import { messageOf } from '../../message/describe.ts'
import type { Line } from '../../message/line.ts'
import { namesIn } from '../../message/names-in.ts'
import { humanDuration } from '../../quantity/age.ts'
import { formatMs } from '../../quantity/duration.ts'
import { advance } from '../../rollouts/advance.ts'
import type { Check } from '../../rollouts/checks.ts'
import { admits, nodesOf } from '../../rollouts/gate.ts'
import { type RolloutPolicy, sizeText } from '../../rollouts/policy.ts'
import { type policyKind, policyVersion } from '../../rollouts/policy-file.ts'
import { noDocument, type Progress, type Rollout, type RolloutDocument } from '../../rollouts/rollout.ts'
import { type RolloutNode, standingWith } from '../../rollouts/rollout-node.ts'
import { membersOf } from '../../rollouts/waves.ts'
import { allDays, type TimeWindow, windowAt } from '../../rollouts/windows.ts'
import { movedFact } from './moved-messages.ts'
import type { Moved } from './mover.ts'
import type { RolloutView } from './read-rollout.ts'

/** As a file that `rollout set-policy -f` takes. */
export const policyData = (policy: RolloutPolicy): object => ({
  apiVersion: policyVersion,
  kind: 'RolloutPolicy' satisfies typeof policyKind,
  waves: policy.waves.map(({ to, soakMs, approval }) => {
    const size = to.kind === 'nodes' ? { nodes: to.names } : { to: to.kind === 'count' ? to.count : sizeText(to) }
    return { ...size, ...(soakMs !== undefined && { soak: formatMs(soakMs) }), ...(approval && { approval }) }
  }),
  soak: formatMs(policy.soakMs),
  maxUnavailable:
    policy.maxUnavailable.kind === 'count' ? policy.maxUnavailable.count : sizeText(policy.maxUnavailable),
  maxFailures: policy.maxFailures,
  nodeDeadline: formatMs(policy.nodeDeadlineMs),
  onFailure: policy.onFailure,
  ...(policy.windows.length > 0 && { windows: policy.windows.map(windowData) }),
  ...(policy.checks.length > 0 && { checks: policy.checks.map(checkData) }),
})

const windowData = ({ days, from, to, timeZone }: TimeWindow): object => ({
  ...(days.length < allDays.length && { days }),
  ...{ from: timeText(from), to: timeText(to), timeZone },
})

const checkData = (check: Check): object =>
  check.kind === 'url'
    ? { name: check.name, url: check.url }
    : {
        ...{ name: check.name, prometheus: check.url, query: check.query },
        ...(check.onFalse !== 'hold' && { onFalse: check.onFalse }),
      }

const timeText = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')

/** `revision 7`, or the beginning of its digest. */
export function documentText({ digest, revision }: Pick<RolloutDocument, 'digest' | 'revision'>): string {
  if (digest === noDocument) return 'no document'
  return revision === undefined ? digest.slice(digest.lastIndexOf(':') + 1).slice(0, 8) : `revision ${revision}`
}

export interface WaveStatus {
  readonly wave: string
  readonly state: 'done' | 'current' | 'to come'
  readonly nodes: number
  readonly admitted: number
  readonly well: number
  readonly failed: readonly string[]
}

/** Where each wave stands. */
export function wavesOf(
  policy: RolloutPolicy,
  progress: Progress,
  nodes: readonly RolloutNode[],
): readonly WaveStatus[] {
  const { gate, candidate, wave: current } = progress
  const there = nodesOf(gate, nodes)
  return policy.waves.map((wave, index) => {
    const members = membersOf(wave, progress, there)
    const admitted = members.filter((node) => admits(gate, node))
    const standing = (wanted: string) => admitted.filter((node) => standingWith(node, candidate.digest) === wanted)
    return {
      wave: sizeText(wave.to),
      state: index < current ? 'done' : index === current ? 'current' : 'to come',
      nodes: members.length,
      admitted: admitted.length,
      well: standing('well').length,
      failed: standing('failed').map(({ name }) => name),
    }
  })
}

/** What was done, or is waited for: one line for a log. */
export const movedLine = (moved: Moved): string => messageOf(movedFact(moved))

/** What `rollout status` prints. */
export function statusLines(view: RolloutView, rollout: Rollout, leads: boolean | undefined): readonly Line[] {
  const { progress, promoted, policy, past } = rollout
  const { members, leftOut, ahead } = view.fleet
  const lines: Line[] = []
  if (policy === undefined || progress === undefined) {
    const [last] = past
    lines.push([
      policy === undefined
        ? 'there is no rollout policy any more: nodes get the global document itself'
        : `nothing is rolled out; promoted: ${documentText(promoted)}`,
    ])
    if (last !== undefined)
      lines.push([
        `last: ${documentText(last)} was ${last.outcome.toLowerCase()} ${humanDuration(view.now - Date.parse(last.endedAt))} ago`,
        ...(last.cause === undefined ? [] : [`: ${last.cause.message}`]),
      ])
  } else {
    const since = humanDuration(view.now - Date.parse(progress.startedAt))
    lines.push([
      `${progress.phase}: ${documentText(progress.candidate)} instead of ${documentText(promoted)}, for ${since}`,
    ])
    for (const { wave, state, nodes, admitted, well, failed } of wavesOf(policy, progress, members))
      lines.push([
        `  wave ${wave}: ${state}, ${admitted} of ${nodes} nodes admitted, ${well} well`,
        ...(failed.length === 0 ? [] : [['bad', `, failed: ${namesIn(failed)}`] as const]),
      ])
  }
  const decision = decisionOf(view, rollout)
  if (decision.kind === 'hold') lines.push([messageOf(decision.because)])
  const isTold = decision.kind === 'hold' && decision.because.reason === 'OutsideWindows'
  if (policy !== undefined && policy.windows.length > 0 && !isTold) lines.push([windowLine(policy, view.now)])
  const mover = moverLine(decision.kind, { isUnderWay: progress !== undefined, leads })
  if (mover !== undefined) lines.push([mover])
  if (policy !== undefined && policy.checks.length > 0)
    lines.push([`checks before a soak ends: ${policy.checks.map(({ name }) => name).join(', ')}`])
  if (leftOut.length > 0) lines.push([`left out: ${leftOut.map(messageOf).join('; ')}`])
  if (ahead.length > 0) lines.push([['warn', `agents that do not follow rollouts: ${namesIn(ahead)}`]])
  return lines
}

function moverLine(
  decision: 'idle' | 'hold' | 'move',
  { isUnderWay, leads }: { readonly isUnderWay: boolean; readonly leads: boolean | undefined },
): string | undefined {
  if (decision === 'idle' || (decision === 'hold' && !isUnderWay)) return undefined
  if (leads === true) return 'the controller moves it'
  if (decision === 'move') return 'it can go on: kubeletcfg rollout run'
  return leads === false ? 'no controller moves it: kubeletcfg rollout run' : undefined
}

function windowLine({ windows }: RolloutPolicy, now: number): string {
  const window = windowAt(windows, now)
  if (window.kind === 'open') return 'windows: open now'
  return `windows: closed now${window.opensAt === undefined ? '' : `, open from ${new Date(window.opensAt).toISOString()} on`}`
}

/** null: there are none, so that the gate may open at any time. */
function windowsData(policy: RolloutPolicy | undefined, now: number): object | null {
  if (policy === undefined || policy.windows.length === 0) return null
  const window = windowAt(policy.windows, now)
  if (window.kind === 'open') return { open: true, opensAt: null }
  return { open: false, opensAt: window.opensAt === undefined ? null : new Date(window.opensAt).toISOString() }
}

const decisionOf = (view: RolloutView, rollout: Rollout) =>
  advance({ rollout, desired: view.desired, nodes: view.fleet.members, now: view.now })

export function statusData(view: RolloutView, rollout: Rollout, leads: boolean | undefined): object {
  const { progress, promoted, policy, past } = rollout
  const decision = decisionOf(view, rollout)
  const because = decision.kind === 'hold' ? decision.because : undefined
  const reference = ({ digest, revision }: RolloutDocument) => ({ digest, revision: revision ?? null })
  return {
    phase: progress?.phase ?? (policy === undefined ? 'Released' : 'Idle'),
    promoted: reference(promoted),
    candidate: progress === undefined ? null : reference(progress.candidate),
    startedAt: progress?.startedAt ?? null,
    controllerLeads: leads ?? null,
    reason: because?.reason ?? null,
    message: because === undefined ? null : messageOf(because),
    cause: progress?.cause ?? null,
    windows: windowsData(policy, view.now),
    checks: policy?.checks.map(({ name }) => name) ?? [],
    waves: policy === undefined || progress === undefined ? [] : wavesOf(policy, progress, view.fleet.members),
    leftOut: view.fleet.leftOut.map((fact) => ({
      node: fact.subject.name,
      reason: fact.reason,
      message: messageOf(fact),
    })),
    ahead: view.fleet.ahead,
    past,
  }
}
