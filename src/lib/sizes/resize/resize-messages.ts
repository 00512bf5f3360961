import type { Fact, Subject } from '../../message/fact.ts'
import type { Said } from '../../message/failure.ts'
import { type FactOf, message } from '../../message/message.ts'
import { namesIn } from '../../message/names-in.ts'
import type { Phrase } from '../../message/phrase.ts'
import { type Amounts, formatAmount, formatAmounts, type Resource, resources } from '../../pods/amounts.ts'
import { formatMs } from '../../quantity/duration.ts'
import type { DesiredSizeProblem } from '../desired/desired-size-messages.ts'
import type { Deferral } from '../model/deferral-message.ts'
import { type Lack, largestIn, type NoRoom, nodeOf, type ObstacleFact, type StateFact } from '../model/size-messages.ts'
import type { JsonPatchOperation } from '../plan/patch.ts'

/** A patch that reverts a resize by hand. It applies only while the balloon requests the values of that resize. */
export interface Undo {
  readonly pod: string
  readonly namespace: string
  readonly patch: readonly JsonPatchOperation[]
}

type Because = { readonly because: Fact | Said }

/** The outcome of a resize without an answer. */
export type AfterLostAnswer = 'BalloonGone' | 'NotArrived' | 'Reverted' | 'Stands' | 'MayArrive' | 'Unknown'

/** Why a command does not go on with other nodes. */
export type EndCause = 'failure' | 'interruption'

/** Why a resize was not granted, or not sent; the subject is the node. */
export type ResizeFlowFact =
  | FactOf<typeof NodeNotFound>
  | FactOf<typeof NodeNotResized>
  | FactOf<typeof ResizeReverted>
  | FactOf<typeof WaitedInVain>
  | FactOf<typeof ResizeNotConfirmed>
  | FactOf<typeof UnconfirmedReverted>
  | FactOf<typeof ResizedMeanwhile>
  | FactOf<typeof ResizedSince>
  | FactOf<typeof RevertOvertaken>
  | FactOf<typeof RevertFailed>
  | FactOf<typeof RevertUnknown>
  | FactOf<typeof ResizeAnswerLost>
  | FactOf<typeof EarlierResizeNotGranted>
  | FactOf<typeof NotTried>
  | FactOf<typeof PutBack>
  | FactOf<typeof NotPutBack>
  | FactOf<typeof BalloonReplacedTwice>
  | FactOf<typeof GrowthWithheld>
  | FactOf<typeof ReplacementNotReady>
  | FactOf<typeof LimitRangeRefusesResize>

type NodeNotFound = Extract<ResizeFlowFact, { reason: 'NodeNotFound' }>

/** Other nodes run on the host; with what they have, a split would exceed it. `one`: a node that is split. */
type HostHasMoreNodes = FactOf<typeof HostHasMoreNodes>

/** Facts about other things than the resize of one node. */
export type ResizeTalkFact =
  | FactOf<typeof NodesNotFound>
  | FactOf<typeof NoNodeMatches>
  | FactOf<typeof ClusterWithoutNodes>
  | FactOf<typeof NoManagedNode>
  | FactOf<typeof NodesSkipped>
  | FactOf<typeof StoredNotExported>
  | FactOf<typeof StoredExported>
  | FactOf<typeof SplitRefused>
  | HostHasMoreNodes
  | FactOf<typeof HostPartSplit>
  | FactOf<typeof HostUnknown>
  | FactOf<typeof HostNotShared>
  | FactOf<typeof HostNotProven>
  | FactOf<typeof NotOurBalloon>
  | FactOf<typeof MetricsNotServed>
  | FactOf<typeof UsageUnknown>
  | FactOf<typeof WaitsForRoom>
  | FactOf<typeof OnlyAPartFits>
  | FactOf<typeof RuntimeFailing>

export const NodeNotFound = message('NodeNotFound', (fact: { subject: Subject }) => ({
  said: `${nodeOf(fact)} not found`,
  hints: listNodes,
}))

/** The reason is a fact of another feature, and concerns this node. */
export const NodeNotResized = message('NodeNotResized', (fact: Because & { subject: Subject }) => ({
  said: nodeOf(fact),
  because: fact.because,
}))

export const ResizeReverted = message(
  'ResizeReverted',
  (fact: Because & { subject: Subject; deferral: Deferral | undefined }) => ({
    said: `${nodeOf(fact)}: the resize no longer fits and was reverted`,
    because: fact.because,
    hints: roomLeft(fact.deferral),
  }),
)

/** The same after a wait until it fits. */
export const WaitedInVain = message(
  'WaitedInVain',
  (fact: Because & { subject: Subject; deferral: Deferral | undefined; waitedMs: number }) => ({
    said: `${nodeOf(fact)}: the resize did not fit within ${formatMs(fact.waitedMs)} and was reverted`,
    because: fact.because,
    hints: roomLeft(fact.deferral),
  }),
)

/** The resize makes the node larger, so it can only be late. */
export const ResizeNotConfirmed = message('ResizeNotConfirmed', (fact: Because & { subject: Subject }) => ({
  said: `${nodeOf(fact)}: requested, but not confirmed`,
  because: fact.because,
  hints: ['the kubelet applies it when it can; check with nodesize get'],
}))

export const UnconfirmedReverted = message('UnconfirmedReverted', (fact: Because & { subject: Subject }) =>
  isInterruption(fact.because)
    ? `${nodeOf(fact)}: interrupted before the kubelet confirmed the resize; the resize was reverted`
    : { said: `${nodeOf(fact)}: not confirmed, and reverted`, because: fact.because },
)

/** Between the read and the resize. */
export const ResizedMeanwhile = message(
  'ResizedMeanwhile',
  (fact: { subject: Subject; before: Amounts; now: Amounts | undefined }) => resizedByAnother(fact),
)

/** After the resize. */
export const ResizedSince = message('ResizedSince', (fact: { subject: Subject; before: Amounts; now: Amounts }) =>
  resizedByAnother(fact),
)

export const RevertOvertaken = message(
  'RevertOvertaken',
  (fact: { subject: Subject }) =>
    `${nodeOf(fact)}: not reverted: another client has resized it, or replaced its balloon, meanwhile`,
)

export const RevertFailed = message('RevertFailed', (fact: Because & { subject: Subject; undo: Undo }) => ({
  said: `${nodeOf(fact)}: the resize was not reverted, and the node is still being made smaller`,
  because: fact.because,
  hints: [`to revert it: ${undoCommand(fact.undo)}`],
}))

export const RevertUnknown = message('RevertUnknown', (fact: Because & { subject: Subject; undo: Undo }) => ({
  said: `${nodeOf(fact)}: it is not known whether the resize was reverted`,
  because: fact.because,
  hints: [`check with nodesize get ${fact.subject.name}`, `this reverts it if needed: ${undoCommand(fact.undo)}`],
}))

export const ResizeAnswerLost = message(
  'ResizeAnswerLost',
  (fact: Because & { subject: Subject; outcome: AfterLostAnswer; undo: Undo }) => ({
    ...(isInterruption(fact.because)
      ? { said: `${nodeOf(fact)}: interrupted; ${outcomeIn[fact.outcome]}` }
      : { said: `${nodeOf(fact)}: ${outcomeIn[fact.outcome]}`, because: fact.because }),
    hints:
      fact.outcome === 'Unknown' || fact.outcome === 'MayArrive'
        ? [`check with nodesize get ${fact.subject.name}`, `this reverts it if it arrived: ${undoCommand(fact.undo)}`]
        : undefined,
  }),
)

/** An earlier command requested the same size. */
export const EarlierResizeNotGranted = message('EarlierResizeNotGranted', (fact: Because & { subject: Subject }) => ({
  said: `${nodeOf(fact)}: this size was requested before, and is not confirmed`,
  because: fact.because,
}))

export const NotTried = message('NotTried', (fact: { subject: Subject; cause: EndCause }) => ({
  said: `${nodeOf(fact)}: not tried, because ${causeIn[fact.cause]}`,
  hints: [`run the same command again${fact.cause === 'failure' ? ' when it can succeed there' : ''}`],
}))

/** The node was resized, and has its size from before again. */
export const PutBack = message(
  'PutBack',
  (fact: { subject: Subject; cause: EndCause }) =>
    `${nodeOf(fact)}: resized, and put back to its size before, because ${causeIn[fact.cause]}`,
)

export const NotPutBack = message('NotPutBack', (fact: Because & { subject: Subject; cause: EndCause }) => ({
  said: `${nodeOf(fact)}: resized, and not put back to its size before although ${causeIn[fact.cause]}`,
  because: fact.because,
}))

export const BalloonReplacedTwice = message('BalloonReplacedTwice', (fact: { subject: Subject }) => ({
  said: `${nodeOf(fact)}: its balloon is being replaced again and again`,
  hints: ['look at its events, then try again'],
}))

/** The node waits for others of its host; `holders` are larger than their share. */
export const GrowthWithheld = message(
  'GrowthWithheld',
  (fact: { subject: Subject; lacking: readonly Resource[]; holders: readonly string[] }) => ({
    said: `${nodeOf(fact)} was not made larger: ${
      fact.holders.length === 0
        ? `the nodes of the host would exceed its ${fact.lacking.join(' and ')}`
        : `its share of the host's ${fact.lacking.join(' and ')} is still held by ${namesIn(fact.holders)}`
    }`,
    hints: ['run the same command again when that node can be made smaller'],
  }),
)

export const ReplacementNotReady = message('ReplacementNotReady', (fact: { subject: Subject }) => ({
  said: `${nodeOf(fact)}: its balloon was replaced, and the new one has not started`,
  hints: ['the node is at its full size; set the size again when nodesize get shows Ready'],
}))

export const LimitRangeRefusesResize = message('LimitRangeRefusesResize', (fact: Because & { subject: Subject }) => ({
  said: nodeOf(fact),
  because: fact.because,
}))

/** Other nodes run on the host; with what they have, a split would exceed it. `one`: a node that is split. */
export const HostHasMoreNodes = message(
  'HostHasMoreNodes',
  ({ names, excess, one }: { names: readonly string[]; excess: Amounts; one: string }) => ({
    said: `${namesIn(names)} ${names.length === 1 ? 'is a node' : 'are nodes'} of the same host: together they would exceed it by ${amountsIn(excess)}`,
    hints: [
      `nodesize split --host-of ${one} splits it between all of them`,
      'nodes that are named with --without keep what they have',
    ],
  }),
)

export const NodesNotFound = message('NodesNotFound', ({ names }: { names: readonly string[] }) => ({
  said: `nodes not found: ${names.join(', ')}`,
  hints: listNodes,
}))

export const NoNodeMatches = message('NoNodeMatches', ({ selector }: { selector: string }) => ({
  said: `no node matches the selector '${selector}'`,
  hints: listLabels,
}))

export const ClusterWithoutNodes = message('ClusterWithoutNodes', () => 'the cluster has no nodes')

/** All nodes were selected, and none can have a balloon; why the first of them cannot. */
export const NoManagedNode = message('NoManagedNode', ({ because }: { because: StateFact | undefined }) => ({
  said: 'no nodes to resize',
  because,
}))

/** All nodes were selected, and these have no balloon, as installed. */
export const NodesSkipped = message(
  'NodesSkipped',
  ({ names }: { names: readonly string[] }) =>
    `skipped ${names.length === 1 ? 'a node' : `${names.length} nodes`} without a balloon: ${namesIn(names)}`,
)

/** They have no balloon, so what is stored for them was not exported. */
export const StoredNotExported = message('StoredNotExported', ({ names }: { names: readonly string[] }) => ({
  said: `nodes with a stored size, but no balloon, are not in the file: ${namesIn(names)}; once they have a balloon again, apply --prune with this file removes their stored sizes`,
  hints: ['add their sizes to the file, or export again when they have balloons'],
}))

/** Their sizes are not those that are stored for them, and these were exported. */
export const StoredExported = message('StoredExported', ({ names }: { names: readonly string[] }) => ({
  said: `exported is what is stored for ${namesIn(names)}, which ${names.length === 1 ? 'has another size' : 'have other sizes'} now`,
  hints: ['nodesize get -o wide shows both'],
}))

/** Each is a refusal of its own, and none of the nodes is resized. */
export const SplitRefused = message(
  'SplitRefused',
  ({ problems }: { problems: readonly (ObstacleFact | NodeNotFound | HostHasMoreNodes)[] }) =>
    problems.length === 1
      ? { said: 'no node was resized', because: problems[0] }
      : { said: `no node was resized: ${problems.length} problems`, below: problems },
)

/** Other nodes of the host keep what they have, and there is room for it. */
export const HostPartSplit = message(
  'HostPartSplit',
  ({ names }: { names: readonly string[] }) =>
    `${namesIn(names)} ${names.length === 1 ? 'runs on the same host, and keeps what it has' : 'run on the same host, and keep what they have'}`,
)

/** The node reports no boot ID. */
export const HostUnknown = message('HostUnknown', (fact: { subject: Subject }) => ({
  said: `${nodeOf(fact)} reports no boot ID: its host is not known`,
  hints: ['name the nodes of the host with --nodes'],
}))

/** No other node runs on its host, or they are left out. */
export const HostNotShared = message('HostNotShared', (fact: { subject: Subject }) => ({
  said: `${nodeOf(fact)}: no other node is to share its host`,
  hints: ['for the size of one node: nodesize set'],
}))

export const HostNotProven = message(
  'HostNotProven',
  ({ names }: { names: readonly string[] }) =>
    `the kernels of ${namesIn(names)} differ, or are not reported: whether the nodes share a host is not known`,
)

/** It has the label of a balloon, but is not one; `namespace/name`. */
export const NotOurBalloon = message(
  'NotOurBalloon',
  ({ subject, pod }: { subject: Subject; pod: string }) =>
    `pod ${pod} on ${subject.name} has the balloon label but is not ours; it counts as requested`,
)

/** The cluster has no metrics API, so that usage cannot be checked. */
export const MetricsNotServed = message('MetricsNotServed', () => 'usage is not known: the cluster has no metrics API')

export const UsageUnknown = message('UsageUnknown', (fact: { because: Fact | Said }) => ({
  said: 'usage is not known',
  because: fact.because,
}))

/** The resize is requested until it fits. */
export const WaitsForRoom = message(
  'WaitsForRoom',
  (fact: { subject: Subject; timeoutMs: number; because: NoRoom }) => ({
    said: `${nodeOf(fact)}: requested until it fits, for ${formatMs(fact.timeoutMs)} at most; until then no new pod gets the room`,
    because: fact.because,
  }),
)

/** The node gets what fits now; `missing`: how much smaller it was to become. */
export const OnlyAPartFits = message(
  'OnlyAPartFits',
  (fact: { subject: Subject; missing: Amounts; lacks: readonly Lack[] }) =>
    `${nodeOf(fact)}: only a part fits, ${amountsIn(fact.missing)} is missing; ${largestIn(fact.lacks).join('; ')}`,
)

/** The size is granted, but the container runtime reports a problem with it. */
export const RuntimeFailing = message(
  'RuntimeFailing',
  (fact: { subject: Subject; runtimeMessage: string }) => `${nodeOf(fact)}: ${fact.runtimeMessage}`,
)

const causeIn = { failure: 'another node failed', interruption: 'the command was interrupted' } as const

const listNodes = ['kubectl get nodes lists the nodes']

const listLabels = ['kubectl get nodes --show-labels lists the labels of the nodes']

/** After `reverted: `, it would read as if the revert had been interrupted. */
const isInterruption = (because: Fact | Said): boolean => 'reason' in because && because.reason === 'Interrupted'

function resizedByAnother(
  fact: Pick<Fact, 'subject'> & { readonly before: Amounts; readonly now: Amounts | undefined },
): Phrase {
  const now = fact.now === undefined ? 'its balloon is gone' : `now has ${sizeIn(fact.now)}`
  return {
    said: `${nodeOf(fact)} was resized by another client meanwhile: it had ${sizeIn(fact.before)}, and ${now}`,
    hints: ['check with nodesize get, then decide again'],
  }
}

const outcomeIn: Record<AfterLostAnswer, string> = {
  BalloonGone: 'the balloon is gone, and the resize with it',
  NotArrived: 'the resize did not arrive, and no longer can',
  Reverted: 'the resize arrived, and was reverted',
  Stands: 'the resize arrived and stands, but is not confirmed',
  MayArrive: 'the resize had not arrived when checked, and still may',
  Unknown: 'it is not known whether the resize arrived',
}

const roomLeft = (deferral: Deferral | undefined): readonly string[] =>
  deferral === undefined
    ? []
    : [`the other pods of the node hold ${formatAmount[deferral.resource](deferral.used)} ${deferral.resource}`]

/** Those that are not zero. */
export const amountsIn = (missing: Amounts): string =>
  resources
    .filter((resource) => missing[resource] > 0n)
    .map((resource) => `${formatAmount[resource](missing[resource])} ${resource}`)
    .join(' and ')

function sizeIn(size: Amounts): string {
  const { cpu, memory } = formatAmounts(size)
  return `cpu ${cpu} and memory ${memory}`
}

/** For a shell. */
const undoCommand = ({ pod, namespace, patch }: Undo): string =>
  `kubectl patch pod ${pod} -n ${namespace} --subresource resize --type json -p '${JSON.stringify(patch)}'`

/** The command that was killed; undefined when its mark cannot be read. */
interface LeftBy {
  readonly by: string | undefined
  readonly at: string | undefined
}

/** About the cordon of a node for the moment of a resize; the subject is the node. */
export type CordonFact =
  | FactOf<typeof NotCordoned>
  | FactOf<typeof Uncordoned>
  | FactOf<typeof WouldUncordon>
  | FactOf<typeof CordonLeft>

export const NotCordoned = message('NotCordoned', (fact: { subject: Subject; because: Fact | Said }) => ({
  said: `${nodeOf(fact)}: resized without a cordon, which the ClusterRole nodesize-cordon permits (--no-cordon omits this note)`,
  because: fact.because,
}))

export const Uncordoned = message(
  'Uncordoned',
  (fact: LeftBy & { subject: Subject }) => `${nodeOf(fact)}: uncordoned${leftBy(fact)}`,
)

/** The same in a dry run. */
export const WouldUncordon = message(
  'WouldUncordon',
  (fact: LeftBy & { subject: Subject }) => `${nodeOf(fact)}: would be uncordoned${leftBy(fact)}`,
)

/** `after`: what became of the resize; undefined: it succeeded. */
export const CordonLeft = message(
  'CordonLeft',
  (fact: { subject: Subject; because: Fact | Said; after: Fact | Said | undefined }) => ({
    said: `${nodeOf(fact)}: ${fact.after === undefined ? 'it has its size, but is ' : ''}still cordoned`,
    because: fact.because,
    below: fact.after === undefined ? [] : [fact.after],
    hints: [`to uncordon it: nodesize cancel ${fact.subject.name}, or kubectl uncordon ${fact.subject.name}`],
  }),
)

const leftBy = ({ by, at }: { by: string | undefined; at: string | undefined }): string =>
  by === undefined || at === undefined
    ? ': nodesize had cordoned it'
    : `: nodesize had cordoned it at ${at}, run by ${by === '' ? 'an unknown user' : by}`

/** About the desired size of a node that is resized. */
export type StoreSizeFact =
  | FactOf<typeof DesiredSizesNotInstalled>
  | FactOf<typeof DesiredSizesNotRead>
  | FactOf<typeof StoredSizesNotRead>
  | FactOf<typeof InvalidDesiredSizeNotExported>
  | FactOf<typeof DesiredSizeNotStored>
  | FactOf<typeof InvalidDesiredSizeReplaced>
  | FactOf<typeof DesiredSizeLeft>

/** Nowhere can a desired size be stored: the installation is older than desired sizes. */
export const DesiredSizesNotInstalled = message(
  'DesiredSizesNotInstalled',
  ({ namespace }: { namespace: string }) =>
    `a size lasts only as long as its balloon pod: namespace ${namespace} has no place to store it (nodesize install adds it)`,
)

/** The user may not read them. */
export const DesiredSizesNotRead = message('DesiredSizesNotRead', ({ because }: { because: Fact | Said }) => ({
  said: `sizes are not stored: ${unstored}`,
  because,
}))

/** The same of an export. */
export const StoredSizesNotRead = message('StoredSizesNotRead', ({ because }: { because: Fact | Said }) => ({
  said: 'the sizes that nodes have now are exported: those that are stored for them cannot be read',
  because,
}))

/** What is stored for the node is not a desired size, so that its size is what it has. */
export const InvalidDesiredSizeNotExported = message(
  'InvalidDesiredSizeNotExported',
  (fact: { subject: Subject; problems: readonly DesiredSizeProblem[] }) => ({
    said: `${nodeOf(fact)}: the size that is stored for it cannot be read, and the one that it has is exported`,
    below: fact.problems,
  }),
)

/** The node was resized all the same. */
export const DesiredSizeNotStored = message(
  'DesiredSizeNotStored',
  (fact: { subject: Subject; because: Fact | Said }) => ({
    said: `${nodeOf(fact)}: the size is not stored: ${unstored}`,
    because: fact.because,
  }),
)

/** What was stored for the node was not a desired size. */
export const InvalidDesiredSizeReplaced = message(
  'InvalidDesiredSizeReplaced',
  (fact: { subject: Subject; problems: readonly DesiredSizeProblem[] }) => ({
    said: `${nodeOf(fact)}: the size that was stored before could not be read, and was replaced`,
    below: fact.problems,
  }),
)

/** `after`: why the node was not resized. The desired size for that size remains all the same. */
export const DesiredSizeLeft = message(
  'DesiredSizeLeft',
  (fact: { subject: Subject; because: Fact | Said; after: Fact | Said }) => ({
    said: `${nodeOf(fact)}: not resized, but the size is stored and may be restored later`,
    because: fact.because,
    below: [fact.after],
    hints: ['set or reset the node to store another one'],
  }),
)

/** What follows when a size is set, and what is stored stays as it was. */
const unstored = 'it lasts until the balloon pod is replaced, or another size that is stored is restored'
