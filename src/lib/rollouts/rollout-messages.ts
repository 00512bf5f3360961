import { messageOf } from '../message/describe.ts'
import type { Fact } from '../message/fact.ts'
import { type FactOf, message } from '../message/message.ts'
import { namesIn } from '../message/names-in.ts'
import { controller, probe, rollout } from '../names.ts'
import { humanDuration } from '../quantity/age.ts'
import type { CheckFact } from './check-messages.ts'
import type { NotPassed } from './checks.ts'
import type { Figures, HurtNode } from './pod-evidence.ts'
import type { FailedCheck, ProbeCheck, ProbeId } from './probe.ts'
import type { FailedProbe } from './probe-evidence.ts'
import { type Cause, longest } from './rollout.ts'

/** What is wrong with the ConfigMap of a rollout. */
export type RolloutObjectFact =
  | FactOf<typeof RolloutKeyMissing>
  | FactOf<typeof RolloutStateInvalid>
  | FactOf<typeof RolloutTextChanged>

const object = `configmap/${rollout.configMap}`
const restore = `nodes keep what they run until its content is restored, or kubeletcfg rollout set-policy --force makes it anew`

export const RolloutKeyMissing = message('RolloutKeyMissing', ({ key }: { key: string }) => ({
  said: `${object} has no key ${key}`,
  hints: [restore],
}))

export const RolloutStateInvalid = message('RolloutStateInvalid', ({ fields }: { fields: readonly string[] }) => ({
  said: `key ${rollout.key.state} of ${object} is not a state of a rollout${fields.length === 0 ? '' : `: ${fields.join(', ')}`}`,
  hints: [restore],
}))

/** Its digest is in the state. */
export const RolloutTextChanged = message('RolloutTextChanged', ({ key }: { key: string }) => ({
  said: `key ${key} of ${object} was changed by another client`,
  hints: [restore],
}))

/** Why a rollout does not go on now. */
export type HoldFact =
  | FactOf<typeof WaitsForNodes>
  | FactOf<typeof WaitsForSlots>
  | FactOf<typeof WaveSoaks>
  | FactOf<typeof WaitsForApproval>
  | FactOf<typeof NodesReturn>
  | FactOf<typeof ReportsDue>
  | FactOf<typeof FleetUnavailable>
  | FactOf<typeof NoNodeToTry>
  | FactOf<typeof RolloutPaused>
  | FactOf<typeof RolloutRefused>
  | FactOf<typeof DesiredUnusable>
  | FactOf<typeof OutsideWindows>
  | FactOf<typeof ChecksNotPassed>
  | FactOf<typeof PodsNotSeen>
  | FactOf<typeof PodsHurt>
  | FactOf<typeof PodsNotStarted>
  | FactOf<typeof ProbesNotSeen>
  | FactOf<typeof WaitsForProbes>
  | FactOf<typeof ProbesUnclear>

export const nodeCount = (nodes: number): string => `${nodes} ${nodes === 1 ? 'node' : 'nodes'}`

/** Whom it waits for, without the times, which change each time. */
export function holdKey(because: HoldFact): string {
  const whom = 'nodes' in because ? because.nodes : 'checks' in because && because.checks
  return JSON.stringify([because.reason, whom])
}

interface Nodes {
  readonly nodes: readonly string[]
}

export const WaitsForNodes = message(
  'WaitsForNodes',
  ({ nodes }: Nodes) => `waits until the kubelets have proven the document: ${namesIn(nodes)}`,
)

export const WaitsForSlots = message(
  'WaitsForSlots',
  ({ nodes, most }: Nodes & { most: number }) =>
    `waits, because ${nodeCount(most)} may be away at a time: ${namesIn(nodes)}`,
)

export const WaveSoaks = message(
  'WaveSoaks',
  ({ leftMs, isLast }: { leftMs: number; isLast: boolean }) =>
    `all nodes of the wave are well; ${isLast ? 'the document is promoted' : 'the next wave begins'} in ${humanDuration(leftMs)}`,
)

export const WaitsForApproval = message('WaitsForApproval', ({ wave }: { wave: number }) => ({
  said: `wave ${wave} needs an approval`,
  hints: ['to approve it, run: kubeletcfg rollout approve'],
}))

export const NodesReturn = message(
  'NodesReturn',
  ({ nodes }: Nodes) => `waits until nodes are back on what is promoted: ${namesIn(nodes)}`,
)

export const ReportsDue = message(
  'ReportsDue',
  () => 'waits for the reports of nodes that may have restarted right before the gate closed for them',
)

/** Before a rollout begins, or goes on. */
export const FleetUnavailable = message('FleetUnavailable', ({ nodes, most }: Nodes & { most: number }) => ({
  said: `waits, because ${nodeCount(most)} may be away at a time, and these are not Ready, or change already: ${namesIn(nodes)}`,
  hints: ['bring them back, or raise maxUnavailable: kubeletcfg rollout set-policy'],
}))

/** Nobody can prove the document. */
export const NoNodeToTry = message('NoNodeToTry', () => ({
  said: 'waits, because there is no node that would try the document: none has an agent that follows the global document',
  hints: ['install agents, or promote it untried: kubeletcfg rollout promote --now'],
}))

// Without a file, set-policy would set the default policy instead.
const changePolicy = 'kubeletcfg rollout get-policy > policy.yaml, then kubeletcfg rollout set-policy -f policy.yaml'

/** What a rollout that harm has paused needs before it goes on. */
function againHints(cause: Cause | undefined): readonly string[] {
  switch (harmIn(cause)?.reason as CauseFact['reason'] | undefined) {
    case 'NodesFailed':
      return [
        `if they still fail, raise maxFailures above their number, or it pauses again at once: ${changePolicy}`,
        anew,
      ]
    case 'CheckFailed':
      return [
        `if the check still says so, take it out of the policy, or it pauses again at once: ${changePolicy}`,
        anew,
      ]
    default:
      return []
  }
}

const giveUp = 'to give it up, run: kubeletcfg rollout abort'
const anew = 'to try the same document anew: kubeletcfg rollout abort, and when that is done, kubeletcfg rollout retry'

export const RolloutPaused = message('RolloutPaused', ({ cause }: { cause: Cause | undefined }) => ({
  said: `paused${cause === undefined ? '' : `: ${cause.message}`}`,
  hints: ['to go on, run: kubeletcfg rollout resume', ...againHints(cause), giveUp],
}))

/** When somebody resumes what nodes or a check have paused: nothing is known of them yet. */
export const RolloutMayPauseAgain = message('RolloutMayPauseAgain', ({ cause }: { cause: Cause }) => ({
  said: `what has paused the rollout may pause it again: ${cause.message}`,
  hints: [...againHints(cause), giveUp],
}))

/** The same document was given up before. */
export const RolloutRefused = message('RolloutRefused', ({ cause }: { cause: Cause | undefined }) => ({
  said: `the document was aborted${cause === undefined ? '' : `: ${cause.message}`}`,
  hints: ['push another document, or try the same again: kubeletcfg rollout retry'],
}))

export const DesiredUnusable = message('DesiredUnusable', ({ because }: { because: Fact }) => ({
  said: 'the global document cannot be used',
  because,
}))

interface Closed {
  /** RFC 3339; undefined: not within weeks. */
  readonly opens: { readonly at: string; readonly leftMs: number } | undefined
  readonly unknownZones: readonly string[]
}

/** All else would let the gate open. */
export const OutsideWindows = message('OutsideWindows', ({ opens, unknownZones }: Closed) => {
  const when = opens === undefined ? '' : `; the next one opens in ${humanDuration(opens.leftMs)}, at ${opens.at}`
  const zones = unknownZones.length === 0 ? '' : `; this program does not know the zone ${unknownZones.join(', ')}`
  return {
    said: `the policy has no window now${when}${zones}`,
    hints: ['to go on at once, set other windows, or none: kubeletcfg rollout set-policy -f'],
  }
})

/** The nodes are well, and have been long enough. */
export const ChecksNotPassed = message(
  'ChecksNotPassed',
  ({ checks }: { checks: readonly NotPassed[] }) =>
    `all nodes of the wave are well, but not all checks say go: ${checks.map(saidBy).join('; ')}`,
)

const saidBy = ({ name, because }: NotPassed): string => `${name}: ${messageOf(because)}`

const withoutPods = 'to go on without asking pods, set pods: ignore: kubeletcfg rollout set-policy -f'

/** No more nodes may have the document before; `because` undefined: nobody has looked yet. */
export const PodsNotSeen = message('PodsNotSeen', ({ because }: { because: Fact | undefined }) => ({
  said: 'waits, because nobody has looked at the pods of nodes with the document',
  because: because ?? PodsNotAsked(),
  hints:
    because === undefined
      ? []
      : ['let whoever moves the rollout list pods: kubeletcfg controller manifests | kubectl apply -f -', withoutPods],
}))

const PodsNotAsked = message('PodsNotAsked', () => 'kubeletcfg rollout run has to read them')

interface Hurt extends Nodes {
  readonly hurt: readonly HurtNode[]
  readonly admitted: Figures
  readonly untouched: Figures
}

/** It may be for another reason than the document. */
export const PodsHurt = message('PodsHurt', ({ hurt, ...figures }: Hurt) => ({
  said: `waits until pods are no longer evicted or refused: ${figuresIn(figures)}: ${podsIn(hurt)}`,
  hints: [
    'it goes on ten minutes after the last one',
    'to give the document up, run: kubeletcfg rollout abort',
    'to give it to all nodes as it is, run: kubeletcfg rollout promote --now',
    withoutPods,
  ],
}))

export const PodsNotStarted = message('PodsNotStarted', ({ hurt }: Nodes & { hurt: readonly HurtNode[] }) => ({
  said: `waits for new pods on nodes with the document, which do not get to run: ${podsIn(hurt)}`,
  hints: [
    'if their containers say why, mend or delete them: kubectl logs --previous',
    'to give the document up, run: kubeletcfg rollout abort',
    withoutPods,
  ],
}))

export const figuresIn = ({ admitted, untouched }: Pick<Hurt, 'admitted' | 'untouched'>): string =>
  `${admitted.hurt} of ${admitted.of} nodes with the document evict or refuse pods, and ${untouched.hurt} of ${untouched.of} without it`

const podsIn = (hurt: readonly HurtNode[]): string =>
  namesIn(hurt.flatMap(({ node, pods }) => pods.map(({ pod, reason }) => `${pod} (${reason} on ${node})`)))

const withoutProbe = 'to go on without probes, leave probe out of the policy: kubeletcfg rollout set-policy -f'

/** Nobody can say whether pods start; `because` undefined: nobody has looked yet. */
export const ProbesNotSeen = message('ProbesNotSeen', ({ because }: { because: Fact | undefined }) => ({
  said: 'waits, because nobody has tried kubelets with pods',
  because: because ?? ProbesNotTried(),
  hints:
    because === undefined
      ? []
      : [
          `let whoever moves the rollout make pods in namespace ${controller.namespace}: kubeletcfg controller manifests | kubectl apply -f -`,
          withoutProbe,
        ],
}))

const ProbesNotTried = message('ProbesNotTried', () => 'kubeletcfg rollout run has to make them')

/** Somebody has started by hand what a probe runs. */
export const NotInAPod = message('NotInAPod', () => ({
  said: 'not running in a pod: there is no kubelet to try',
  hints: ['a rollout makes the pods itself, if its policy has a probe: kubeletcfg rollout set-policy -f'],
}))

/** Before the first node has the document, and when canaries have it. */
export const WaitsForProbes = message(
  'WaitsForProbes',
  ({ nodes }: Nodes & { due: readonly ProbeId[] }) => `tries kubelets with a pod: ${namesIn(nodes)}`,
)

/** It may be for another reason than the document. */
export const ProbesUnclear = message('ProbesUnclear', ({ failed }: Nodes & { failed: readonly FailedProbe[] }) => ({
  said: `waits, because pods that try kubelets fail, and not only with the document, as far as anybody knows: ${failed.map(probeText).join('; ')}`,
  hints: [
    'they are tried again ten minutes later',
    'to give the document up, run: kubeletcfg rollout abort',
    `see kubectl describe pods --namespace=${controller.namespace} --selector=${probe.label}`,
    'to leave out what the cluster does not have, name it in probe.without: kubeletcfg rollout set-policy -f',
    withoutProbe,
  ],
}))

const checkTexts: Readonly<Record<ProbeCheck, string>> = {
  start: 'does not get to its end',
  volume: 'cannot use its volumes',
  dns: 'cannot resolve the name of the API server',
  logs: 'has no log that the API server can get',
}

const failedText = (failed: readonly FailedCheck[]): string =>
  failed.map(({ check, why }) => `${checkTexts[check]} (${why})`).join(', ')

const probeText = ({ node, failed }: FailedProbe): string => `on ${node}, the pod ${failedText(failed)}`

/** Of one node, against the document that it has. */
export const KubeletFailsProbe = message(
  'KubeletFailsProbe',
  ({ failed }: Pick<FailedProbe, 'failed'>) =>
    `a new pod ${failedText(failed)}; without the document, it does not fail`,
)

/** Of one node, against the document that it has. */
export const KubeletHurtsPods = message(
  'KubeletHurtsPods',
  ({ pods, untouched }: Pick<HurtNode, 'pods'> & Pick<Hurt, 'untouched'>) => {
    const named = namesIn(pods.map(({ pod, reason }) => `${pod} (${reason})`))
    return `since it has the document, its kubelet has evicted or refused ${named}; of the nodes without it, ${untouched.hurt} of ${untouched.of} do`
  },
)

/** Why a rollout ended or stopped, as its state keeps it. */
export type CauseFact =
  | FactOf<typeof NodesFailed>
  | FactOf<typeof CheckFailed>
  | FactOf<typeof RolloutSuperseded>
  | FactOf<typeof RolloutWithdrawn>
  | FactOf<typeof StoppedByUser>

/** As the state keeps it. */
export const causeOf = (fact: CauseFact): Cause => ({
  reason: fact.reason,
  message: messageOf(fact).slice(0, longest.message),
})

const harms: readonly string[] = ['NodesFailed', 'CheckFailed'] satisfies readonly CauseFact['reason'][]

/** What nodes or checks have said against a document: that stays when another one is stored. */
export const harmIn = (cause: Cause | undefined): Cause | undefined =>
  harms.includes(cause?.reason ?? '') ? cause : undefined

/** A node, and why it does not run the candidate. */
export interface FailedNode {
  readonly node: string
  readonly cause: Cause | undefined
}

export const NodesFailed = message('NodesFailed', ({ failed }: { failed: readonly FailedNode[] }) => {
  const [first] = failed
  const why = first?.cause === undefined ? '' : `: ${first.cause.message}`
  return failed.length === 1
    ? `node ${first?.node} failed${why}`
    : `${failed.length} nodes failed (${namesIn(failed.map(({ node }) => node))}), the first one${why}`
})

export const CheckFailed = message(
  'CheckFailed',
  ({ check, because }: { check: string; because: CheckFact }) => `check ${check} failed: ${messageOf(because)}`,
)

/** What a node says that says nothing. */
export const NodeOverdue = message(
  'NodeOverdue',
  ({ afterMs }: { afterMs: number }) => `it has not proven the document within ${humanDuration(afterMs)}`,
)

export const RolloutSuperseded = message('RolloutSuperseded', () => 'another document was stored meanwhile')

export const RolloutWithdrawn = message(
  'RolloutWithdrawn',
  () => 'the document that is promoted was stored again meanwhile',
)

export const StoppedByUser = message(
  'StoppedByUser',
  ({ by, note }: { by: string; note: string | undefined }) => `by ${by}${note === undefined ? '' : `: ${note}`}`,
)
