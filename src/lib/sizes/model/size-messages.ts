import type { Fact, Subject } from '../../message/fact.ts'
import { type FactOf, message } from '../../message/message.ts'
import { balloon } from '../../names.ts'
import { floor, formatAmount, type Resource } from '../../pods/amounts.ts'
import { formatCpu } from '../../quantity/cpu.ts'
import { displayMemoryRoundedDown, displayMemoryRoundedUp } from '../../quantity/memory.ts'
import { leastKubelet } from './kubelet-release.ts'
import type { ResourceLimit } from './resource-limits.ts'

type Node = { readonly subject: Subject }

/** Why a text is not a size; the subject is the flag, by the name of its resource. */
export type SizeTextFact =
  | FactOf<typeof SizeMissing>
  | FactOf<typeof SizeIsZero>
  | FactOf<typeof SizeDeltaIsZero>
  | FactOf<typeof SizePercentOutOfRange>
  | FactOf<typeof SizePercentRelative>

/** A resource for which the node cannot have the requested size. */
export interface OutOfRange {
  readonly resource: Resource
  readonly target: bigint
  /** All of allocatable except the floor of the balloon. */
  readonly largest: bigint
}

/** The controller of a pod. */
export interface Owner {
  readonly kind: string
  readonly name: string
}

/** A resource of which the pods of a node request more than would be left. */
export interface Lack {
  readonly resource: Resource
  readonly target: bigint
  readonly requested: bigint
  readonly free: bigint
  /** The part of requested for pods that wait to be resized. */
  readonly waiting: bigint
  /** The largest first; `namespace/name`. */
  readonly pods: readonly {
    readonly name: string
    readonly amount: bigint
    readonly owner?: Owner | undefined
  }[]
}

/** The namespace has no installation, but these have one. */
export type ElsewhereFact = FactOf<typeof InstalledElsewhere>

/** Why the balloon of a node is in its state; absent if the node is Ready. */
export type StateFact =
  | FactOf<typeof NotInstalled>
  | ElsewhereFact
  | FactOf<typeof OperatingSystemNotSupported>
  | FactOf<typeof LabelMissing>
  | FactOf<typeof KubeletTooOld>
  | FactOf<typeof NodeNotReady>
  | FactOf<typeof BalloonMissing>
  | FactOf<typeof BalloonNotAdmitted>
  | FactOf<typeof SeveralBalloons>
  | FactOf<typeof BalloonNotScheduled>
  | FactOf<typeof BalloonTerminating>
  | FactOf<typeof BalloonNotStarted>
  | FactOf<typeof ContainerNotStarted>
  | FactOf<typeof ResourcesNotReported>
  | FactOf<typeof ResizeNotGranted>
  | FactOf<typeof ResizeNotApplied>
  | FactOf<typeof ResizeDeferred>
  | FactOf<typeof ResizeInfeasible>
  | FactOf<typeof BalloonHasLimits>
  | FactOf<typeof BalloonWithoutRequests>

/** Pods are in the way of a smaller size. */
export type NoRoom = FactOf<typeof NoRoom>

/** Why a node cannot be resized. */
export type ObstacleFact =
  | StateFact
  | NoRoom
  | FactOf<typeof AllocatableUnknown>
  | FactOf<typeof SizeOutOfRange>
  | FactOf<typeof SizeAboveMachine>
  | FactOf<typeof ShrinkNotConfirmable>
  | FactOf<typeof AskedBefore>

/** A note about a size that a node can have. */
export type SizeNote = FactOf<typeof BalloonKeepsFloor>

/** What --check-usage has found. */
export type UsageNote = FactOf<typeof UsageAboveSize> | FactOf<typeof NodeNotMeasured>

/** How a LimitRange, or the answer to a dry run, would change balloons. */
export type LimitFact =
  | FactOf<typeof LimitRangeAddsLimits>
  | FactOf<typeof LimitRangeDemandsLimits>
  | FactOf<typeof LimitRangeDemandsMore>
  | FactOf<typeof ResizeWouldAddLimits>

/** What a resize waits for. */
export type WaitingFact =
  | FactOf<typeof KubeletNotLooked>
  | FactOf<typeof KubeletNotDecided>
  | FactOf<typeof RuntimeNotDone>

export type SizeFact = SizeTextFact | ElsewhereFact | ObstacleFact | SizeNote | UsageNote | LimitFact | WaitingFact

export const SizeMissing = message('SizeMissing', (fact: { subject: Subject; text: string }) => ({
  said: notValid(fact),
  hints: [`give --${fact.subject.name} a size first`],
}))

export const SizeIsZero = message('SizeIsZero', (fact: { subject: Subject; text: string }) => ({
  said: `${notValid(fact)}: must be greater than zero`,
  hints: ['to keep pods away from a node, use kubectl cordon'],
}))

export const SizeDeltaIsZero = message('SizeDeltaIsZero', (fact: { subject: Subject; text: string }) => ({
  said: `${notValid(fact)}: it would change nothing`,
  hints: [`say how much more or less, such as +2 or -1; ${byUse}`],
}))

export const SizePercentOutOfRange = message('SizePercentOutOfRange', (fact: { subject: Subject; text: string }) => ({
  said: notValid(fact),
  hints: ['use more than 0% and at most 100% of allocatable'],
}))

export const SizePercentRelative = message('SizePercentRelative', (fact: { subject: Subject; text: string }) => ({
  said: `${notValid(fact)}: relative percentages are not supported`,
  hints: ['use a percentage of allocatable, such as 50%, or a relative amount, such as +2 or -1Gi'],
}))

/** The namespace has no installation, but these have one. */
export const InstalledElsewhere = message(
  'InstalledElsewhere',
  ({ namespaces }: { subject?: Subject; namespaces: readonly string[] }) =>
    `nodesize is installed in namespace ${namespaces.join(', ')}: use -n ${namespaces[0]}`,
)

export const NotInstalled = message('NotInstalled', (fact: Node & { namespace: string }) => ({
  said: `${nodeOf(fact)} has no balloon: nodesize is not installed in namespace ${fact.namespace}`,
  hints: [`run nodesize install, then ${labelCommand(fact, [balloon.optInLabel.key, balloon.optInLabel.value])}`],
}))

export const OperatingSystemNotSupported = message(
  'OperatingSystemNotSupported',
  (fact: Node & { operatingSystem: string }) =>
    `${nodeOf(fact)} runs ${fact.operatingSystem}: only linux nodes can be resized`,
)

export const LabelMissing = message(
  'LabelMissing',
  (fact: Node & { label: readonly [key: string, value: string] }) => ({
    said: `${nodeOf(fact)} has no balloon: it lacks the label ${fact.label.join('=')}`,
    hints: [labelCommand(fact, fact.label)],
  }),
)

export const KubeletTooOld = message('KubeletTooOld', (fact: Node & { kubeletVersion: string }) => ({
  said: `${nodeOf(fact)} cannot be resized: its kubelet is ${fact.kubeletVersion}, and ${leastKubelet} or later is required`,
  hints: ['upgrade its kubelet'],
}))

export const NodeNotReady = message('NodeNotReady', (fact: Node) => ({
  said: `${nodeOf(fact)} is not ready`,
  hints: ['bring its kubelet back first'],
}))

export const BalloonMissing = message('BalloonMissing', (fact: Node) => ({
  said: `${nodeOf(fact)} has no balloon`,
  hints: [`look at the events of DaemonSet ${balloon.daemonSet}`],
}))

/** As the kubelet reports it, such as OutOfcpu. */
export const BalloonNotAdmitted = message(
  'BalloonNotAdmitted',
  (fact: Node & { kubeletReason: string; kubeletMessage: string | undefined }) => ({
    said: `${nodeOf(fact)} has no balloon: its kubelet did not admit the last balloon: ${[fact.kubeletReason, fact.kubeletMessage].filter(Boolean).join(': ')}`,
    hints: [`look at the events of DaemonSet ${balloon.daemonSet}`],
  }),
)

export const SeveralBalloons = message('SeveralBalloons', (fact: Node & { pods: readonly string[] }) => ({
  said: `${nodeOf(fact)} has ${fact.pods.length} balloons: ${fact.pods.join(', ')}`,
  hints: ['delete all but one'],
}))

export const BalloonNotScheduled = message(
  'BalloonNotScheduled',
  (fact: Node & { schedulerMessage: string | undefined }) => ({
    said: [`${nodeOf(fact)} has a balloon that is not scheduled`, fact.schedulerMessage].filter(Boolean).join(': '),
    hints: ['make room for it on the node, or delete the pod: a new balloon starts small'],
  }),
)

export const BalloonTerminating = message('BalloonTerminating', (fact: Node) => ({
  said: `${nodeOf(fact)} has a balloon that is being replaced`,
  hints: tryAgain,
}))

export const BalloonNotStarted = message('BalloonNotStarted', (fact: Node) => ({
  said: `${nodeOf(fact)} has a balloon that has not started`,
  hints: ['nodesize install --wait waits until the balloons are ready'],
}))

/** As the kubelet reports it, such as ErrImagePull. */
export const ContainerNotStarted = message(
  'ContainerNotStarted',
  (fact: Node & { kubeletReason: string; kubeletMessage: string | undefined }) => ({
    said: `${nodeOf(fact)} has a balloon that cannot start: ${[fact.kubeletReason, fact.kubeletMessage].filter(Boolean).join(': ')}`,
    hints: fact.kubeletReason.includes('Image') ? ['for another image: nodesize install --image IMAGE'] : [],
  }),
)

/** The container runs, and its kubelet does not report what it was granted. */
export const ResourcesNotReported = message('ResourcesNotReported', (fact: Node & { kubeletVersion: string }) => ({
  said: `${nodeOf(fact)} cannot be resized: its kubelet ${fact.kubeletVersion} does not report the resources of containers`,
  hints: ['turn on its feature gate InPlacePodVerticalScaling, and restart it'],
}))

export const ResizeNotGranted = message(
  'ResizeNotGranted',
  (fact: Node) => `${nodeOf(fact)}: the kubelet has not granted the new size yet`,
)

/** It is granted. */
export const ResizeNotApplied = message(
  'ResizeNotApplied',
  (fact: Node) => `${nodeOf(fact)}: the container runtime has not applied the new size yet`,
)

export const ResizeDeferred = message(
  'ResizeDeferred',
  ({ kubeletMessage }: Node & { kubeletMessage: string }) => `the kubelet deferred the resize: ${kubeletMessage}`,
)

export const ResizeInfeasible = message(
  'ResizeInfeasible',
  ({ kubeletMessage }: Node & { kubeletMessage: string }) => `the kubelet refused the resize: ${kubeletMessage}`,
)

export const BalloonHasLimits = message(
  'BalloonHasLimits',
  (fact: Node & { pod: string; namespace: string; resourceLimits: readonly ResourceLimit[] }) => ({
    said: `${nodeOf(fact)} has a balloon with ${resourceLimitsIn(fact.resourceLimits)}`,
    hints: [`remove what adds it (a LimitRange or a webhook), then ${deleteCommand(fact)}`],
  }),
)

export const BalloonWithoutRequests = message(
  'BalloonWithoutRequests',
  (fact: Node & { pod: string; namespace: string }) => ({
    said: `${nodeOf(fact)} has a balloon that does not request both cpu and memory`,
    hints: [deleteCommand(fact)],
  }),
)

export const NoRoom = message('NoRoom', (fact: Node & { lacks: readonly Lack[] }) => ({
  said: `${nodeOf(fact)} has no room to shrink: ${fact.lacks.map(lackIn).join('; ')}`,
  hints: [
    `it has ${fact.lacks.map(({ resource, free }) => `${showFree[resource](free)} ${resource}`).join(' and ')} free`,
    ...fact.lacks.flatMap(adviceOn),
  ],
}))

export const AllocatableUnknown = message('AllocatableUnknown', (fact: Node) => ({
  said: `${nodeOf(fact)} does not report what it can allocate`,
  hints: ['wait until its kubelet has registered'],
}))

export const SizeOutOfRange = message('SizeOutOfRange', (fact: Node & { problems: readonly OutOfRange[] }) => ({
  said: `${nodeOf(fact)} cannot have ${fact.problems.map(rangeIn).join(' and ')}`,
  hints: fact.problems.map(rangeAdvice),
}))

/** Its machine is smaller than that, as `autoscale` has noted it; `largest` is what it has. */
export const SizeAboveMachine = message('SizeAboveMachine', (fact: Node & { problems: readonly OutOfRange[] }) => ({
  said: `${nodeOf(fact)} cannot have ${machineIn(fact.problems)}, as nodesize autoscale has noted`,
  hints: [machineAdvice(fact.subject.name, fact.problems)],
}))

export const ShrinkNotConfirmable = message('ShrinkNotConfirmable', (fact: Node) => ({
  said: `${nodeOf(fact)} is not ready: the kubelet cannot confirm the resize`,
  hints: ['bring its kubelet back first; the node can be made larger meanwhile'],
}))

export const AskedBefore = message('AskedBefore', (fact: Node & { because: StateFact }) => ({
  said: `${nodeOf(fact)}: this size was requested before`,
  because: fact.because,
  hints: [`request a larger size, or run nodesize cancel ${fact.subject.name} to free the room that it claims`],
}))

export const BalloonKeepsFloor = message(
  'BalloonKeepsFloor',
  ({
    subject,
    kept,
  }: Node & { kept: readonly { readonly resource: Resource; readonly asked: bigint; readonly floor: bigint }[] }) =>
    `node '${subject.name}': ${kept
      .map(
        ({ resource, asked, floor }) =>
          `${formatAmount[resource](asked)} is all of allocatable ${resource}: the balloon keeps its floor of ${formatAmount[resource](floor)}`,
      )
      .join('; ')}`,
)

export const UsageAboveSize = message(
  'UsageAboveSize',
  (fact: Node & { used: bigint; size: bigint }) =>
    `${nodeOf(fact)}: ${displayMemoryRoundedUp(fact.used)} of its memory is in use, more than its new size of ${displayMemoryRoundedDown(fact.size)}: a balloon limits requests, not usage`,
)

/** The metrics API has nothing about it. */
export const NodeNotMeasured = message(
  'NodeNotMeasured',
  (fact: Node) => `${nodeOf(fact)}: memory in use is not checked: the metrics API has no measurement of it`,
)

export const LimitRangeAddsLimits = message(
  'LimitRangeAddsLimits',
  (fact: { subject: Subject }) =>
    `${objectIn(fact)} would add limits to balloons, which cannot be removed: ${elsewhere}`,
)

export const LimitRangeDemandsLimits = message(
  'LimitRangeDemandsLimits',
  (fact: { subject: Subject }) => `${objectIn(fact)} requires limits, which balloons cannot have: ${elsewhere}`,
)

export const LimitRangeDemandsMore = message(
  'LimitRangeDemandsMore',
  (fact: { subject: Subject }) => `${objectIn(fact)} requires more than the smallest balloon requests: ${elsewhere}`,
)

export const ResizeWouldAddLimits = message(
  'ResizeWouldAddLimits',
  (fact: { subject: Subject; namespace: string; resourceLimits: readonly ResourceLimit[] }) => ({
    said: `${nodeOf(fact)}: the resize would add ${resourceLimitsIn(fact.resourceLimits)} to the balloon, which cannot be removed`,
    hints: [`remove the LimitRange of namespace ${fact.namespace}, or install nodesize in a namespace without one`],
  }),
)

export const KubeletNotLooked = message('KubeletNotLooked', () => 'the kubelet has not seen the resize yet')

export const KubeletNotDecided = message('KubeletNotDecided', () => 'the kubelet has not decided yet')

export const RuntimeNotDone = message(
  'RuntimeNotDone',
  () => 'the container runtime has not applied the resize yet, and the scheduler does not count it before',
)

/** Requested amounts are rounded up, free ones down. */
const showRequested: Record<Resource, (amount: bigint) => string> = { cpu: formatCpu, memory: displayMemoryRoundedUp }

const showFree: Record<Resource, (amount: bigint) => string> = { cpu: formatCpu, memory: displayMemoryRoundedDown }

const notValid = ({ text }: { text: string }) => `'${text}' is not a valid size`

export const nodeOf = ({ subject }: Pick<Fact, 'subject'>): string => `node '${subject?.name}'`

const tryAgain = ['try again in a moment']

const byUse = 'omit the flag to leave the size as it is'

const elsewhere = 'remove it, or use another --namespace'

/** As kubectl names it. */
export function objectIn({ subject }: Pick<Fact, 'subject'>): string {
  if (subject === undefined) return ''
  const { kind, name } = subject
  return 'namespace' in subject && subject.namespace !== undefined
    ? `${kind} ${subject.namespace}/${name}`
    : `${kind} ${name}`
}

const labelCommand = ({ subject }: Pick<Fact, 'subject'>, [key, value]: readonly [string, string]): string =>
  `kubectl label node ${subject?.name} ${key}=${value}`

const deleteCommand = ({ namespace, pod }: { namespace: string; pod: string }): string =>
  `kubectl delete pod -n ${namespace} ${pod}`

const resourceLimitsIn = (resourceLimits: readonly ResourceLimit[]): string =>
  resourceLimits.map(({ kind, resource, text }) => resourceLimitIn[kind](resource, text)).join(' and ')

const resourceLimitIn: Record<ResourceLimit['kind'], (resource: string, text: string) => string> = {
  limit: (resource, text) => `a ${resource} limit of ${text}`,
  'pod-level request': (resource, text) => `a pod-level ${resource} request of ${text}`,
  'pod-level limit': (resource, text) => `a pod-level ${resource} limit of ${text}`,
}

const lackIn = ({ resource, requested, target }: Lack): string =>
  `its pods request ${showRequested[resource](requested)} ${resource}, more than ${showFree[resource](target)}`

/** The pods that request most. */
export const largestIn = (lacks: readonly Lack[]): readonly string[] =>
  lacks.map(
    ({ resource, pods }) =>
      `most ${resource}: ${pods.map((pod) => `${pod.name} ${showRequested[resource](pod.amount)}${ownerOf(pod)}`).join(', ')}`,
  )

const ownerOf = ({ owner }: Lack['pods'][number]): string =>
  owner === undefined ? '' : ` (${owner.kind} ${owner.name})`

const adviceOn = (lack: Lack): readonly string[] => {
  const { resource, requested, waiting } = lack
  const show = showRequested[resource]
  return [
    `the smallest possible ${resource} is ${show(requested)}`,
    ...largestIn([lack]),
    ...(waiting > 0n ? [`${show(waiting)} ${resource} of it is for pods that wait to be resized`] : []),
  ]
}

/** What is asked for, and what is possible. */
export const rangeIn = ({ resource, target, largest }: OutOfRange): string => {
  const [show, asked] = [formatAmount[resource], `${resource} ${formatAmount[resource](target)}`]
  return target > largest
    ? `${asked}: the largest size is ${show(largest)}, allocatable less ${show(floor[resource])} for the balloon`
    : `${asked}: a size must be greater than zero`
}

export const rangeAdvice = ({ resource, target, largest }: OutOfRange): string =>
  target > largest
    ? `use at most ${resource} ${formatAmount[resource](largest)}, or max`
    : 'to keep pods away from a node, use kubectl cordon'

/** The same of a machine. */
export function machineIn(problems: readonly OutOfRange[]): string {
  const asked = problems.map(({ resource, target }) => `${resource} ${formatAmount[resource](target)}`)
  const has = problems.map(({ resource, largest }) => `${resource} ${formatAmount[resource](largest)}`)
  return `${asked.join(' and ')}: its machine has ${has.join(' and ')}`
}

export function machineAdvice(node: string, problems: readonly OutOfRange[]): string {
  const flags = problems.map(({ resource, target }) => `--${resource} ${formatAmount[resource](target)}`)
  return `to resize its machine as well: nodesize autoscale exec ${node} ${flags.join(' ')} -- HOOK`
}
