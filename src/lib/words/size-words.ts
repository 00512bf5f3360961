import type { Fact } from '../fact.ts'
import { balloon } from '../names.ts'
import { formatCpu } from '../quantity/cpu.ts'
import { displayMemoryRoundedDown, displayMemoryRoundedUp } from '../quantity/memory-display.ts'
import { formatAmount, type Resource } from '../sizing/amounts.ts'
import type { Ceiling } from '../sizing/ceilings.ts'
import { leastKubelet } from '../sizing/kubelet-release.ts'
import type { Lack, SizeFact } from '../sizing/size-fact.ts'
import type { Vocabulary } from './phrase.ts'
import { machineAdvice, machineIn, rangeAdvice, rangeIn } from './size-range.ts'

/** Requested amounts are rounded up, free ones down. */
const showRequested: Record<Resource, (amount: bigint) => string> = { cpu: formatCpu, memory: displayMemoryRoundedUp }
const showFree: Record<Resource, (amount: bigint) => string> = { cpu: formatCpu, memory: displayMemoryRoundedDown }

const notValid = ({ text }: { text: string }) => `'${text}' is not a valid size`
export const nodeOf = ({ subject }: Fact): string => `node '${subject?.name}'`
const tryAgain = ['try again in a moment']
const byUse = 'omit the flag to leave the size as it is'

export const sizeWords: Vocabulary<SizeFact> = {
  SizeMissing: (fact) => ({ said: notValid(fact), hints: [`give --${fact.subject.name} a size first`] }),
  SizeIsZero: (fact) => ({
    said: `${notValid(fact)}: must be greater than zero`,
    hints: ['to keep pods away from a node, use kubectl cordon'],
  }),
  SizeDeltaIsZero: (fact) => ({
    said: `${notValid(fact)}: it would change nothing`,
    hints: [`say how much more or less, such as +2 or -1; ${byUse}`],
  }),
  SizePercentOutOfRange: (fact) => ({
    said: notValid(fact),
    hints: ['use more than 0% and at most 100% of allocatable'],
  }),
  SizePercentRelative: (fact) => ({
    said: `${notValid(fact)}: relative percentages are not supported`,
    hints: ['use a percentage of allocatable, such as 50%, or a relative amount, such as +2 or -1Gi'],
  }),

  NotInstalled: (fact) => ({
    said: `${nodeOf(fact)} has no balloon: nodesize is not installed in namespace ${fact.namespace}`,
    hints: [`run nodesize install, then ${labelCommand(fact, [balloon.optInLabel.key, balloon.optInLabel.value])}`],
  }),
  InstalledElsewhere: ({ namespaces }) =>
    `nodesize is installed in namespace ${namespaces.join(', ')}: use -n ${namespaces[0]}`,
  OperatingSystemNotSupported: (fact) =>
    `${nodeOf(fact)} runs ${fact.operatingSystem}: only linux nodes can be resized`,
  LabelMissing: (fact) => ({
    said: `${nodeOf(fact)} has no balloon: it lacks the label ${fact.label.join('=')}`,
    hints: [labelCommand(fact, fact.label)],
  }),
  KubeletTooOld: (fact) => ({
    said: `${nodeOf(fact)} cannot be resized: its kubelet is ${fact.kubeletVersion}, and ${leastKubelet} or later is required`,
    hints: ['upgrade its kubelet'],
  }),
  NodeNotReady: (fact) => ({ said: `${nodeOf(fact)} is not ready`, hints: ['bring its kubelet back first'] }),
  BalloonMissing: (fact) => ({
    said: `${nodeOf(fact)} has no balloon`,
    hints: [`look at the events of DaemonSet ${balloon.daemonSet}`],
  }),
  BalloonNotAdmitted: (fact) => ({
    said: `${nodeOf(fact)} has no balloon: its kubelet did not admit the last balloon: ${[fact.kubeletReason, fact.kubeletMessage].filter(Boolean).join(': ')}`,
    hints: [`look at the events of DaemonSet ${balloon.daemonSet}`],
  }),
  SeveralBalloons: (fact) => ({
    said: `${nodeOf(fact)} has ${fact.pods.length} balloons: ${fact.pods.join(', ')}`,
    hints: ['delete all but one'],
  }),
  BalloonNotScheduled: (fact) => ({
    said: [`${nodeOf(fact)} has a balloon that is not scheduled`, fact.schedulerMessage].filter(Boolean).join(': '),
    hints: ['make room for it on the node, or delete the pod: a new balloon starts small'],
  }),
  BalloonTerminating: (fact) => ({ said: `${nodeOf(fact)} has a balloon that is being replaced`, hints: tryAgain }),
  BalloonNotStarted: (fact) => ({
    said: `${nodeOf(fact)} has a balloon that has not started`,
    hints: ['nodesize install --wait waits until the balloons are ready'],
  }),
  ContainerNotStarted: (fact) => ({
    said: `${nodeOf(fact)} has a balloon that cannot start: ${[fact.kubeletReason, fact.kubeletMessage].filter(Boolean).join(': ')}`,
    hints: fact.kubeletReason.includes('Image') ? ['for another image: nodesize install --image IMAGE'] : [],
  }),
  ResourcesNotReported: (fact) => ({
    said: `${nodeOf(fact)} cannot be resized: its kubelet ${fact.kubeletVersion} does not report the resources of containers`,
    hints: ['turn on its feature gate InPlacePodVerticalScaling, and restart it'],
  }),
  ResizeNotGranted: (fact) => `${nodeOf(fact)}: the kubelet has not granted the new size yet`,
  ResizeDeferred: ({ kubeletMessage }) => `the kubelet deferred the resize: ${kubeletMessage}`,
  ResizeInfeasible: ({ kubeletMessage }) => `the kubelet refused the resize: ${kubeletMessage}`,
  BalloonHasLimits: (fact) => ({
    said: `${nodeOf(fact)} has a balloon with ${ceilingsIn(fact.ceilings)}`,
    hints: [`remove what adds it (a LimitRange or a webhook), then ${deleteCommand(fact)}`],
  }),
  BalloonWithoutRequests: (fact) => ({
    said: `${nodeOf(fact)} has a balloon that does not request both cpu and memory`,
    hints: [deleteCommand(fact)],
  }),

  AllocatableUnknown: (fact) => ({
    said: `${nodeOf(fact)} does not report what it can allocate`,
    hints: ['wait until its kubelet has registered'],
  }),
  SizeOutOfRange: (fact) => ({
    said: `${nodeOf(fact)} cannot have ${fact.problems.map(rangeIn).join(' and ')}`,
    hints: fact.problems.map(rangeAdvice),
  }),
  SizeAboveMachine: (fact) => ({
    said: `${nodeOf(fact)} cannot have ${machineIn(fact.problems)}, as nodesize autoscale has noted`,
    hints: [machineAdvice(fact.subject.name, fact.problems)],
  }),
  NoRoom: (fact) => ({
    said: `${nodeOf(fact)} has no room to shrink: ${fact.lacks.map(lackIn).join('; ')}`,
    hints: [
      `it has ${fact.lacks.map(({ resource, free }) => `${showFree[resource](free)} ${resource}`).join(' and ')} free`,
      ...fact.lacks.flatMap(adviceOn),
    ],
  }),
  ShrinkNotConfirmable: (fact) => ({
    said: `${nodeOf(fact)} is not ready: the kubelet cannot confirm the resize`,
    hints: ['bring its kubelet back first; the node can be made larger meanwhile'],
  }),
  AskedBefore: (fact) => ({
    said: `${nodeOf(fact)}: this size was requested before`,
    because: fact.because,
    hints: [`request a larger size, or run nodesize cancel ${fact.subject.name} to free the room that it claims`],
  }),

  UsageAboveSize: (fact) =>
    `${nodeOf(fact)}: ${displayMemoryRoundedUp(fact.used)} of its memory is in use, more than its new size of ${displayMemoryRoundedDown(fact.size)}: a balloon limits requests, not usage`,
  NodeNotMeasured: (fact) => `${nodeOf(fact)}: memory in use is not checked: the metrics API has no measurement of it`,

  BalloonKeepsFloor: ({ subject, kept }) =>
    `node '${subject.name}': ${kept
      .map(
        ({ resource, asked, floor }) =>
          `${formatAmount[resource](asked)} is all of allocatable ${resource}: the balloon keeps its floor of ${formatAmount[resource](floor)}`,
      )
      .join('; ')}`,

  LimitRangeAddsLimits: (fact) =>
    `${objectIn(fact)} would add limits to balloons, which cannot be removed: ${elsewhere}`,
  LimitRangeDemandsLimits: (fact) => `${objectIn(fact)} requires limits, which balloons cannot have: ${elsewhere}`,
  LimitRangeDemandsMore: (fact) => `${objectIn(fact)} requires more than the smallest balloon requests: ${elsewhere}`,
  ResizeWouldAddLimits: (fact) => ({
    said: `${nodeOf(fact)}: the resize would add ${ceilingsIn(fact.ceilings)} to the balloon, which cannot be removed`,
    hints: [`remove the LimitRange of namespace ${fact.namespace}, or install nodesize in a namespace without one`],
  }),

  KubeletNotLooked: () => 'the kubelet has not seen the resize yet',
  KubeletNotDecided: () => 'the kubelet has not decided yet',
}

const elsewhere = 'remove it, or use another --namespace'

/** As kubectl names it. */
export function objectIn({ subject }: Fact): string {
  if (subject === undefined) return ''
  const { kind, name } = subject
  return 'namespace' in subject && subject.namespace !== undefined
    ? `${kind} ${subject.namespace}/${name}`
    : `${kind} ${name}`
}

const labelCommand = ({ subject }: Fact, [key, value]: readonly [string, string]): string =>
  `kubectl label node ${subject?.name} ${key}=${value}`

const deleteCommand = ({ namespace, pod }: { namespace: string; pod: string }): string =>
  `kubectl delete pod -n ${namespace} ${pod}`

const ceilingsIn = (ceilings: readonly Ceiling[]): string =>
  ceilings.map(({ kind, resource, text }) => ceilingIn[kind](resource, text)).join(' and ')

const ceilingIn: Record<Ceiling['kind'], (resource: string, text: string) => string> = {
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
