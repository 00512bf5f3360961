import type { Node } from '../api/node.ts'
import type { Pod } from '../api/pod.ts'
import { nodeSubject } from '../fact.ts'
import type { BalloonState } from './balloon.ts'
import { type Installation, missingLabel, type NotInstalled } from './installation.ts'
import { canResizePods } from './kubelet-release.ts'
import type { StateFact } from './size-fact.ts'

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
export function explain(node: Node, balloonState: BalloonState, installation: Installation | NotInstalled): Explained {
  const subject = nodeSubject(node.name)
  const { operatingSystem, kubeletVersion } = node
  if (balloonState.kind === 'several') return explainBalloon(balloonState, node)
  if (operatingSystem !== 'linux')
    return { state: 'NotManaged', why: { reason: 'OperatingSystemNotSupported', subject, operatingSystem } }
  if (!canResizePods(kubeletVersion))
    return { state: 'NotSupported', why: { reason: 'KubeletTooOld', subject, kubeletVersion } }
  const unmanaged = balloonState.kind === 'none' ? whyNotManaged(node, installation) : undefined
  if (unmanaged !== undefined) return { state: 'NotManaged', why: unmanaged }
  if (!node.ready) return { state: 'NodeNotReady', why: { reason: 'NodeNotReady', subject } }
  return explainBalloon(balloonState, node)
}

function whyNotManaged({ name, labels }: Node, installation: Installation | NotInstalled): StateFact | undefined {
  const subject = nodeSubject(name)
  if (!('daemonSetUid' in installation)) {
    const { namespace, elsewhere } = installation
    return elsewhere.length === 0
      ? { reason: 'NotInstalled', subject, namespace }
      : { reason: 'InstalledElsewhere', subject, namespaces: elsewhere }
  }
  const label = missingLabel(installation.nodeSelector, labels)
  return label && { reason: 'LabelMissing', subject, label }
}

function explainBalloon(balloon: BalloonState, { name, kubeletVersion }: Node): Explained {
  const subject = nodeSubject(name)
  switch (balloon.kind) {
    case 'none': {
      const { notAdmitted } = balloon
      if (notAdmitted === undefined) return { state: 'Missing', why: { reason: 'BalloonMissing', subject } }
      return { state: 'Missing', why: { reason: 'BalloonNotAdmitted', subject, ...notAdmitted } }
    }
    case 'several':
      return { state: 'Conflict', why: { reason: 'SeveralBalloons', subject, pods: balloon.pods.map(nameOf) } }
    case 'pending': {
      const { schedulerMessage } = balloon
      return { state: 'Pending', why: { reason: 'BalloonNotScheduled', subject, schedulerMessage } }
    }
    case 'terminating':
      return { state: 'Terminating', why: { reason: 'BalloonTerminating', subject } }
    case 'starting': {
      const { obstacle } = balloon
      if (obstacle === undefined) return { state: 'Starting', why: { reason: 'BalloonNotStarted', subject } }
      return { state: 'Starting', why: { reason: 'ContainerNotStarted', subject, ...obstacle } }
    }
    case 'not-reported':
      return { state: 'NotResizable', why: { reason: 'ResourcesNotReported', subject, kubeletVersion } }
    case 'limited': {
      const { name: pod, namespace } = balloon.pod.metadata
      const { ceilings } = balloon
      return { state: 'NotResizable', why: { reason: 'BalloonHasLimits', subject, pod, namespace, ceilings } }
    }
    case 'without-requests': {
      const { name: pod, namespace } = balloon.pod.metadata
      return { state: 'NotResizable', why: { reason: 'BalloonWithoutRequests', subject, pod, namespace } }
    }
    case 'resizing':
      return { state: 'Resizing', why: { reason: 'ResizeNotGranted', subject } }
    case 'deferred': {
      const { kubeletMessage } = balloon
      return { state: 'Deferred', why: { reason: 'ResizeDeferred', subject, kubeletMessage } }
    }
    case 'infeasible': {
      const { kubeletMessage } = balloon
      return { state: 'Infeasible', why: { reason: 'ResizeInfeasible', subject, kubeletMessage } }
    }
    case 'settled':
      return { state: 'Ready', why: undefined }
  }
}

export const nameOf = ({ metadata }: Pod): string => `${metadata.namespace}/${metadata.name}`
