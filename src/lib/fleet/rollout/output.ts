import { messageOf } from '../../message/describe.ts'
import { rollout as names } from '../../names.ts'
import type { View } from '../../output/view.ts'
import { formatMs } from '../../quantity/duration.ts'
import { type Advance, advance, failuresIn } from '../../rollouts/advance.ts'
import type { Check } from '../../rollouts/checks.ts'
import { admits, nodesOf } from '../../rollouts/gate.ts'
import { judgePods } from '../../rollouts/pod-evidence.ts'
import { type RolloutPolicy, sizeText } from '../../rollouts/policy.ts'
import { type policyKind, policyVersion } from '../../rollouts/policy-file.ts'
import type { ProbePolicy } from '../../rollouts/probe.ts'
import { noDocument, type Progress, type Rollout, type RolloutDocument } from '../../rollouts/rollout.ts'
import { type FailedNode, holdKey } from '../../rollouts/rollout-messages.ts'
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
  pods: policy.pods,
  ...(policy.probe && { probe: probeData(policy.probe) }),
})

const probeData = ({ image, without }: ProbePolicy): object => ({ image, ...(without.length > 0 && { without }) })

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
    const standing = (wanted: string) => admitted.filter((node) => standingWith(node, candidate) === wanted)
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

/** null: there are none, so that the gate may open at any time. */
function windowsData(policy: RolloutPolicy | undefined, now: number): object | null {
  if (policy === undefined || policy.windows.length === 0) return null
  const window = windowAt(policy.windows, now)
  if (window.kind === 'open') return { open: true, opensAt: null }
  return { open: false, opensAt: window.opensAt === undefined ? null : new Date(window.opensAt).toISOString() }
}

/** What `rollout status` prints. */
export interface RolloutStatus {
  readonly view: RolloutView
  readonly rollout: Rollout
  /** Whether the controller moves it; undefined: the user may not know. */
  readonly leads: boolean | undefined
}

export function decisionOf({ view, rollout }: Pick<RolloutStatus, 'view' | 'rollout'>): Advance {
  const { stored, desired, fleet, now, pods, probes } = view
  return advance({ rollout, desired, nodes: fleet.members, now, writtenAt: stored?.writtenAt, pods, probes })
}

/** undefined: the rollout does not ask for pods, or they cannot be read. */
export function podFigures({ fleet, pods: seen, now }: RolloutView, { progress }: Rollout) {
  if (progress === undefined || seen?.kind !== 'seen') return undefined
  const { admitted, untouched } = judgePods({ progress, nodes: fleet.members, seen, now })
  return { admitted, untouched }
}

/** Nodes that failed for the same reason. */
export interface FailedNodes {
  readonly reason: string | undefined
  /** Of the first one. */
  readonly message: string | undefined
  /** Whether the others say something else. */
  readonly differs: boolean
  readonly nodes: readonly string[]
}

/** What speaks against the document that is rolled out. */
export function failedNodesOf({ view, rollout }: Pick<RolloutStatus, 'view' | 'rollout'>): readonly FailedNode[] {
  const { policy, progress } = rollout
  if (policy === undefined || progress === undefined) return []
  const { desired, fleet, now, pods, probes } = view
  return failuresIn({ rollout, desired, nodes: fleet.members, now, pods, probes, policy, progress })
}

export function failuresOf(status: Pick<RolloutStatus, 'view' | 'rollout'>): readonly FailedNodes[] {
  return [...Map.groupBy(failedNodesOf(status), ({ cause }) => cause?.reason)].map(([reason, some]) => {
    const [message, ...others] = new Set(some.map(({ cause }) => cause?.message))
    return { reason, message, differs: others.length > 0, nodes: some.map(({ node }) => node) }
  })
}

function statusData(status: RolloutStatus): Record<string, unknown> {
  const { view, rollout, leads } = status
  const { progress, promoted, policy, past } = rollout
  const decision = decisionOf(status)
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
    pods: podFigures(view, rollout) ?? null,
    waves: policy === undefined || progress === undefined ? [] : wavesOf(policy, progress, view.fleet.members),
    failures: failuresOf(status).map(({ reason, message, nodes }) => ({
      ...{ reason: reason ?? null, message: message ?? null, nodes },
    })),
    leftOut: view.fleet.leftOut.map((fact) => ({
      node: fact.subject.name,
      reason: fact.reason,
      message: messageOf(fact),
    })),
    ahead: view.fleet.ahead,
    past,
  }
}

/** Only what changes by itself, such as the time that is left, is no change. */
const visibleOf = (status: RolloutStatus): string => {
  const decision = decisionOf(status)
  const hold = decision.kind === 'hold' ? holdKey(decision.because) : null
  return JSON.stringify({ ...statusData(status), message: hold })
}

export const rolloutStatusView: View<RolloutStatus> = {
  kind: 'RolloutStatus',
  columns: [],
  wide: [],
  data: statusData,
  name: () => `configmap/${names.configMap}`,
  visible: visibleOf,
}
