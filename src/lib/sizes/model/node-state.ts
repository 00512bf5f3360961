import type { Node } from '../../api/node.ts'
import type { Pod } from '../../api/pod.ts'
import { nodeSubject } from '../../message/fact.ts'
import type { BalloonState } from './balloon.ts'
import { type Installation, missingLabel, type NotInstalled as Uninstalled } from './installation.ts'
import { canResizePods } from './kubelet-release.ts'
import {
  BalloonHasLimits,
  BalloonMissing,
  BalloonNotAdmitted,
  BalloonNotScheduled,
  BalloonNotStarted,
  BalloonTerminating,
  BalloonWithoutRequests,
  ContainerNotStarted,
  InstalledElsewhere,
  KubeletTooOld,
  LabelMissing,
  NodeNotReady,
  NotInstalled,
  OperatingSystemNotSupported,
  ResizeDeferred,
  ResizeInfeasible,
  ResizeNotApplied,
  ResizeNotGranted,
  ResourcesNotReported,
  SeveralBalloons,
  type StateFact,
} from './size-messages.ts'

export const nodeStates = [
  'Ready',
  'Resizing',
  'Deferred',
  'Infeasible',
  'NotResizable',
  'Starting',
  'Pending',
  'Terminating',
  'Missing',
  'Conflict',
  'NodeNotReady',
  'NotSupported',
  'NotManaged',
] as const

export type NodeState = (typeof nodeStates)[number]

interface Explained {
  readonly state: NodeState
  readonly why: StateFact | undefined
}

/** The state of a node, and why it is not Ready: the first obstacle. */
export function explain(node: Node, balloonState: BalloonState, installation: Installation | Uninstalled): Explained {
  const subject = nodeSubject(node.name)
  const { operatingSystem, kubeletVersion } = node
  if (balloonState.kind === 'several') return explainBalloon(balloonState, node)
  if (operatingSystem !== 'linux')
    return { state: 'NotManaged', why: OperatingSystemNotSupported({ subject, operatingSystem }) }
  if (!canResizePods(kubeletVersion)) return { state: 'NotSupported', why: KubeletTooOld({ subject, kubeletVersion }) }
  const unmanaged = balloonState.kind === 'none' ? whyNotManaged(node, installation) : undefined
  if (unmanaged !== undefined) return { state: 'NotManaged', why: unmanaged }
  if (!node.ready) return { state: 'NodeNotReady', why: NodeNotReady({ subject }) }
  return explainBalloon(balloonState, node)
}

function whyNotManaged({ name, labels }: Node, installation: Installation | Uninstalled): StateFact | undefined {
  const subject = nodeSubject(name)
  if (!('daemonSetUid' in installation)) {
    const { namespace, elsewhere } = installation
    return elsewhere.length === 0
      ? NotInstalled({ subject, namespace })
      : InstalledElsewhere({ subject, namespaces: elsewhere })
  }
  const label = missingLabel(installation.nodeSelector, labels)
  return label && LabelMissing({ subject, label })
}

function explainBalloon(balloon: BalloonState, { name, kubeletVersion }: Node): Explained {
  const subject = nodeSubject(name)
  switch (balloon.kind) {
    case 'none': {
      const { notAdmitted } = balloon
      if (notAdmitted === undefined) return { state: 'Missing', why: BalloonMissing({ subject }) }
      return { state: 'Missing', why: BalloonNotAdmitted({ subject, ...notAdmitted }) }
    }
    case 'several':
      return { state: 'Conflict', why: SeveralBalloons({ subject, pods: balloon.pods.map(nameOf) }) }
    case 'pending': {
      const { schedulerMessage } = balloon
      return { state: 'Pending', why: BalloonNotScheduled({ subject, schedulerMessage }) }
    }
    case 'terminating':
      return { state: 'Terminating', why: BalloonTerminating({ subject }) }
    case 'starting': {
      const { obstacle } = balloon
      if (obstacle === undefined) return { state: 'Starting', why: BalloonNotStarted({ subject }) }
      return { state: 'Starting', why: ContainerNotStarted({ subject, ...obstacle }) }
    }
    case 'not-reported':
      return { state: 'NotResizable', why: ResourcesNotReported({ subject, kubeletVersion }) }
    case 'limited': {
      const { name: pod, namespace } = balloon.pod.metadata
      const { resourceLimits } = balloon
      return { state: 'NotResizable', why: BalloonHasLimits({ subject, pod, namespace, resourceLimits }) }
    }
    case 'without-requests': {
      const { name: pod, namespace } = balloon.pod.metadata
      return { state: 'NotResizable', why: BalloonWithoutRequests({ subject, pod, namespace }) }
    }
    case 'resizing':
      return { state: 'Resizing', why: ResizeNotGranted({ subject }) }
    case 'applying':
      return { state: 'Resizing', why: ResizeNotApplied({ subject }) }
    case 'deferred': {
      const { kubeletMessage } = balloon
      return { state: 'Deferred', why: ResizeDeferred({ subject, kubeletMessage }) }
    }
    case 'infeasible': {
      const { kubeletMessage } = balloon
      return { state: 'Infeasible', why: ResizeInfeasible({ subject, kubeletMessage }) }
    }
    case 'settled':
      return { state: 'Ready', why: undefined }
  }
}

export const nameOf = ({ metadata }: Pod): string => `${metadata.namespace}/${metadata.name}`
