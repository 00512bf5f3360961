import type { Pod } from '../api/pod.ts'
import { Failure } from '../failure.ts'
import {
  type Amounts,
  amountsOf,
  equal,
  formatAmount,
  formatAmounts,
  type Resource,
  resources,
  subtract,
} from './amounts.ts'
import type { NodeSize } from './node-size.ts'
import { allocatedOf } from './requests.ts'
import { type ResizableBalloon, resizableBalloon } from './resizable.ts'
import type { Requests, Resize } from './resize.ts'
import { lackOfRoom } from './room.ts'
import { resolveSize, type SizeRequest } from './size.ts'

/** mixed: one resource of the node grows while the other shrinks. */
export type Direction = 'shrink-node' | 'grow-node' | 'mixed'

export type ResizePlan =
  | { readonly verb: 'unchanged' }
  /** The balloon asks for this size already, and the kubelet has not answered yet. */
  | { readonly verb: 'wait'; readonly pod: Pod; readonly requests: Requests }
  | ResizeStep
  | { readonly verb: 'refuse'; readonly failure: Failure }

/** One atomic resize of one balloon, and the sizes of the node before and after it. */
export interface ResizeStep extends Resize {
  readonly verb: 'resize'
  /** Only growing the node is certain to be granted. */
  readonly direction: Direction
  /** What to ask for again when it is not granted: what the kubelet had granted before. */
  readonly backTo: Requests
  readonly before: Amounts
  readonly after: Amounts
}

/** How to give a node a size. It decides by what was measured: a pod that lands meanwhile can prove it wrong. */
export function planResize(nodeSize: NodeSize, request: SizeRequest): ResizePlan {
  const present = resizableBalloon(nodeSize)
  if (present instanceof Failure) return refuse(present)
  const target = resolveSize(request, nodeSize)
  if (target instanceof Failure) return refuse(target)
  const to = textOf(subtract(nodeSize.allocatable, target), request, present.requests)
  const same = equal(amountsOf(present.requests), amountsOf(to))
  return same ? planNothing(nodeSize, present) : planChange(nodeSize, present, to)
}

const refuse = (failure: Failure): ResizePlan => ({ verb: 'refuse', failure })

/** A resource nobody asked about keeps its text. */
function textOf(held: Amounts, request: SizeRequest, from: Requests): Requests {
  const text = (resource: Resource): string =>
    request[resource] === undefined ? from[resource] : formatAmount[resource](held[resource])
  return { cpu: text('cpu'), memory: text('memory') }
}

/** Asking again for what was asked would not make the kubelet look again. */
function planNothing({ node, balloonState: state }: NodeSize, { pod, requests }: ResizableBalloon): ResizePlan {
  if (state.kind === 'resizing') return { verb: 'wait', pod, requests }
  if (state.kind !== 'deferred' && state.kind !== 'infeasible') return { verb: 'unchanged' }
  const message = `node '${node.name}' was asked for this size before, and it is ${state.kind}: ${state.message}`
  return refuse(new Failure('refused', message, { suggestions: ['ask for a larger size'] }))
}

function planChange(nodeSize: NodeSize, { pod, requests: from }: ResizableBalloon, to: Requests): ResizePlan {
  const [asked, wanted] = [amountsOf(from), amountsOf(to)]
  const granted = allocatedOf(pod) ?? asked
  const grows = resources.some((resource) => wanted[resource] > granted[resource])
  const shrinks = resources.some((resource) => wanted[resource] < asked[resource])
  const after = subtract(nodeSize.allocatable, wanted)
  const failure = grows ? (notReady(nodeSize) ?? lackOfRoom(nodeSize, after)) : undefined
  if (failure !== undefined) return refuse(failure)
  const direction = grows ? (shrinks ? 'mixed' : 'shrink-node') : 'grow-node'
  const backTo = equal(granted, asked) ? from : formatAmounts(granted)
  return { verb: 'resize', pod, from, to, backTo, direction, before: nodeSize.size, after }
}

/** Its kubelet would not answer, but the scheduler would count the larger balloon at once. */
const notReady = ({ node }: NodeSize): Failure | undefined =>
  node.ready
    ? undefined
    : new Failure('refused', `node '${node.name}' is not ready: nobody could confirm that it shrinks`, {
        suggestions: ['bring its kubelet back first; making the node larger is possible meanwhile'],
      })
