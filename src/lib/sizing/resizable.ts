import type { Node } from '../api/node.ts'
import type { Pod } from '../api/pod.ts'
import { Failure } from '../failure.ts'
import { balloon } from '../names.ts'
import { resources } from './amounts.ts'
import { canResizePods, leastKubelet } from './kubelet-release.ts'
import type { NodeSize } from './node-size.ts'
import { ceilingsOf, requestsOf } from './requests.ts'
import type { Requests } from './resize.ts'

/** A balloon that can be resized, and what it asks for, letter for letter. */
export interface ResizableBalloon {
  readonly pod: Pod
  readonly requests: Requests
}

const refuse = (message: string, ...suggestions: string[]): Failure => new Failure('refused', message, { suggestions })

/** The balloon of a node, or the first reason why it cannot be resized, whatever the size. */
export function resizableBalloon(nodeSize: NodeSize): ResizableBalloon | Failure {
  const obstacle = unsupported(nodeSize.node) ?? notManaged(nodeSize) ?? nothingToOffer(nodeSize)
  if (obstacle !== undefined) return obstacle
  const pod = usableBalloon(nodeSize)
  return pod instanceof Failure ? pod : withoutCeilings(pod)
}

function unsupported({ name, operatingSystem, kubeletVersion }: Node): Failure | undefined {
  if (operatingSystem !== 'linux')
    return refuse(`node '${name}' runs ${operatingSystem}: only linux nodes can be resized`)
  if (canResizePods(kubeletVersion)) return undefined
  return refuse(`node '${name}' cannot be resized: its kubelet is ${kubeletVersion}`, `upgrade it to ${leastKubelet}`)
}

function notManaged({ node, state, reason }: NodeSize): Failure | undefined {
  if (state !== 'NotManaged') return undefined
  const { key, value } = balloon.optInLabel
  return refuse(
    `node '${node.name}' is not managed: ${reason}`,
    `run nodesize install, then kubectl label node ${node.name} ${key}=${value}`,
  )
}

function nothingToOffer({ node, allocatable }: NodeSize): Failure | undefined {
  if (resources.every((resource) => allocatable[resource] > 0n)) return undefined
  return refuse(`node '${node.name}' does not say what it can allocate`, 'wait until its kubelet has registered')
}

function usableBalloon({ node, balloonState: state }: NodeSize): Pod | Failure {
  const it = `node '${node.name}' has`
  switch (state.kind) {
    case 'none':
      return refuse(`${it} no balloon`, `look at the events of DaemonSet ${balloon.daemonSet}`)
    case 'several':
      return refuse(
        `${it} several balloons: ${state.pods.map(({ metadata }) => metadata.name).join(', ')}`,
        'delete all but one',
      )
    case 'pending':
      return refuse(`${it} a balloon that is not scheduled`, 'make room for it, or delete it so that it starts small')
    case 'terminating':
      return refuse(`${it} a balloon that is being replaced`, 'wait a moment, then try again')
    case 'starting':
      return refuse(`${it} a balloon that has not started`, 'wait a moment, then try again')
    case 'resizing':
    case 'deferred':
    case 'infeasible':
    case 'settled':
      return state.pod
  }
}

/** A resize can take nothing of this away again, so only a new balloon helps. */
function withoutCeilings(pod: Pod): ResizableBalloon | Failure {
  const { name, namespace } = pod.metadata
  const renew = `kubectl delete pod -n ${namespace} ${name}`
  const ceilings = ceilingsOf(pod)
  if (ceilings.length > 0)
    return refuse(
      `balloon '${name}' has a ${ceilings.join(' and a ')}`,
      `remove what adds that (a LimitRange or a webhook), then ${renew}`,
    )
  const requests = requestsOf(pod)
  return requests === undefined
    ? refuse(`balloon '${name}' does not ask for both cpu and memory`, renew)
    : { pod, requests }
}
