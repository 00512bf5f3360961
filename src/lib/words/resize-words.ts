import type { Fact } from '../fact.ts'
import type { Said } from '../failure.ts'
import type { AfterLostAnswer, ResizeFlowFact, ResizeTalkFact, Undo } from '../flows/sizes/resize-fact.ts'
import { type Amounts, formatAmount, formatAmounts, resources } from '../sizing/amounts.ts'
import type { Deferral } from '../sizing/deferral-message.ts'
import { formatMs } from './format-ms.ts'
import { namesIn } from './names-in.ts'
import type { Phrase, Vocabulary } from './phrase.ts'
import { largestIn, nodeOf } from './size-words.ts'

const causeIn = { failure: 'another node failed', interruption: 'the command was interrupted' } as const
const listNodes = ['kubectl get nodes lists the nodes']
const listLabels = ['kubectl get nodes --show-labels lists the labels of the nodes']

export const resizeWords: Vocabulary<ResizeFlowFact | ResizeTalkFact> = {
  NodeNotFound: (fact) => ({ said: `${nodeOf(fact)} not found`, hints: listNodes }),
  NodesNotFound: ({ names }) => ({ said: `nodes not found: ${names.join(', ')}`, hints: listNodes }),
  NoNodeMatches: ({ selector }) => ({ said: `no node matches the selector '${selector}'`, hints: listLabels }),
  ClusterWithoutNodes: () => 'the cluster has no nodes',
  NoManagedNode: ({ because }) => ({ said: 'no nodes to resize', because }),
  NodesSkipped: ({ names }) =>
    `skipped ${names.length === 1 ? 'a node' : `${names.length} nodes`} without a balloon: ${namesIn(names)}`,
  StoredNotExported: ({ names }) => ({
    said: `nodes with a stored size, but no balloon, are not in the file: ${namesIn(names)}; once they have a balloon again, apply --prune with this file removes their stored sizes`,
    hints: ['add their sizes to the file, or export again when they have balloons'],
  }),
  StoredExported: ({ names }) => ({
    said: `exported is what is stored for ${namesIn(names)}, which ${names.length === 1 ? 'has another size' : 'have other sizes'} now`,
    hints: ['nodesize get -o wide shows both'],
  }),
  NodeNotResized: (fact) => ({ said: nodeOf(fact), because: fact.because }),
  ResizeReverted: (fact) => ({
    said: `${nodeOf(fact)}: the resize no longer fits and was reverted`,
    because: fact.because,
    hints: roomLeft(fact.deferral),
  }),
  WaitedInVain: (fact) => ({
    said: `${nodeOf(fact)}: the resize did not fit within ${formatMs(fact.waitedMs)} and was reverted`,
    because: fact.because,
    hints: roomLeft(fact.deferral),
  }),
  MetricsNotServed: () => 'usage is not known: the cluster has no metrics API',
  UsageUnknown: (fact) => ({ said: 'usage is not known', because: fact.because }),
  WaitsForRoom: (fact) => ({
    said: `${nodeOf(fact)}: requested until it fits, for ${formatMs(fact.timeoutMs)} at most; until then no new pod gets the room`,
    because: fact.because,
  }),
  OnlyAPartFits: (fact) =>
    `${nodeOf(fact)}: only a part fits, ${amountsIn(fact.missing)} is missing; ${largestIn(fact.lacks).join('; ')}`,
  ResizeNotConfirmed: (fact) => ({
    said: `${nodeOf(fact)}: requested, but not confirmed`,
    because: fact.because,
    hints: ['the kubelet applies it when it can; check with nodesize get'],
  }),
  UnconfirmedReverted: (fact) =>
    isInterruption(fact.because)
      ? `${nodeOf(fact)}: interrupted before the kubelet confirmed the resize; the resize was reverted`
      : { said: `${nodeOf(fact)}: not confirmed, and reverted`, because: fact.because },
  ResizedMeanwhile: resizedByAnother,
  ResizedSince: resizedByAnother,
  RevertOvertaken: (fact) =>
    `${nodeOf(fact)}: not reverted: another client has resized it, or replaced its balloon, meanwhile`,
  RevertFailed: (fact) => ({
    said: `${nodeOf(fact)}: the resize was not reverted, and the node is still being made smaller`,
    because: fact.because,
    hints: [`to revert it: ${undoCommand(fact.undo)}`],
  }),
  RevertUnknown: (fact) => ({
    said: `${nodeOf(fact)}: it is not known whether the resize was reverted`,
    because: fact.because,
    hints: [`check with nodesize get ${fact.subject.name}`, `this reverts it if needed: ${undoCommand(fact.undo)}`],
  }),
  ResizeAnswerLost: (fact) => ({
    ...(isInterruption(fact.because)
      ? { said: `${nodeOf(fact)}: interrupted; ${outcomeIn[fact.outcome]}` }
      : { said: `${nodeOf(fact)}: ${outcomeIn[fact.outcome]}`, because: fact.because }),
    hints:
      fact.outcome === 'Unknown' || fact.outcome === 'MayArrive'
        ? [`check with nodesize get ${fact.subject.name}`, `this reverts it if it arrived: ${undoCommand(fact.undo)}`]
        : undefined,
  }),
  EarlierResizeNotGranted: (fact) => ({
    said: `${nodeOf(fact)}: this size was requested before, and is not confirmed`,
    because: fact.because,
  }),
  NotTried: (fact) => ({
    said: `${nodeOf(fact)}: not tried, because ${causeIn[fact.cause]}`,
    hints: [`run the same command again${fact.cause === 'failure' ? ' when it can succeed there' : ''}`],
  }),
  PutBack: (fact) => `${nodeOf(fact)}: resized, and put back to its size before, because ${causeIn[fact.cause]}`,
  NotPutBack: (fact) => ({
    said: `${nodeOf(fact)}: resized, and not put back to its size before although ${causeIn[fact.cause]}`,
    because: fact.because,
  }),
  BalloonReplacedTwice: (fact) => ({
    said: `${nodeOf(fact)}: its balloon is being replaced again and again`,
    hints: ['look at its events, then try again'],
  }),
  GrowthWithheld: (fact) => ({
    said: `${nodeOf(fact)} was not made larger: ${
      fact.holders.length === 0
        ? `the nodes of the host would exceed its ${fact.lacking.join(' and ')}`
        : `its share of the host's ${fact.lacking.join(' and ')} is still held by ${namesIn(fact.holders)}`
    }`,
    hints: ['run the same command again when that node can be made smaller'],
  }),
  ReplacementNotReady: (fact) => ({
    said: `${nodeOf(fact)}: its balloon was replaced, and the new one has not started`,
    hints: ['the node is at its full size; set the size again when nodesize get shows Ready'],
  }),
  LimitRangeRefusesResize: (fact) => ({ said: nodeOf(fact), because: fact.because }),
  SplitRefused: ({ problems }) =>
    problems.length === 1
      ? { said: 'no node was resized', because: problems[0] }
      : { said: `no node was resized: ${problems.length} problems`, below: problems },
  HostHasMoreNodes: ({ names, excess, one }) => ({
    said: `${namesIn(names)} ${names.length === 1 ? 'is a node' : 'are nodes'} of the same host: together they would exceed it by ${amountsIn(excess)}`,
    hints: [
      `nodesize split --host-of ${one} splits it between all of them`,
      'nodes that are named with --without keep what they have',
    ],
  }),
  HostPartSplit: ({ names }) =>
    `${namesIn(names)} ${names.length === 1 ? 'runs on the same host, and keeps what it has' : 'run on the same host, and keep what they have'}`,
  HostUnknown: (fact) => ({
    said: `${nodeOf(fact)} reports no boot ID: its host is not known`,
    hints: ['name the nodes of the host with --nodes'],
  }),
  HostNotShared: (fact) => ({
    said: `${nodeOf(fact)}: no other node is to share its host`,
    hints: ['for the size of one node: nodesize set'],
  }),
  HostNotProven: ({ names }) =>
    `the kernels of ${namesIn(names)} differ, or are not reported: whether the nodes share a host is not known`,
  NotOurBalloon: ({ subject, pod }) =>
    `pod ${pod} on ${subject.name} has the balloon label but is not ours; it counts as requested`,
  RuntimeFailing: (fact) => `${nodeOf(fact)}: ${fact.runtimeMessage}`,
}

/** After `reverted: `, it would read as if the revert had been interrupted. */
const isInterruption = (because: Fact | Said): boolean => 'reason' in because && because.reason === 'Interrupted'

function resizedByAnother(fact: Fact & { readonly before: Amounts; readonly now: Amounts | undefined }): Phrase {
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
