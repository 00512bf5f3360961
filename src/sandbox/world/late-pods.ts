import { balloon } from '../../lib/names.ts'
import { add, amountsOf, formatAmounts, none, type Resource, resources, subtract } from '../core/accounting/amounts.ts'
import { requestsInSpec } from '../core/accounting/requests.ts'
import { handle } from '../core/handle.ts'
import type { Node, Pod } from '../core/model/object.ts'
import type { ApiRequest } from '../interface/request.ts'
import { grantedSpec } from './kubelet/status.ts'
import { isFinished } from './runtime/phases.ts'
import type { World } from './runtime/world.ts'

const resizePath = /^\/api\/v1\/namespaces\/([^/]+)\/pods\/([^/]+)\/resize$/
const podsPath = '/api/v1/namespaces/default/pods'
const author = { name: 'kubernetes-admin', groups: ['system:masters'] }

/**
 * Forces a race: just before a balloon requests more cpu or memory, a pod that uses up the rest of that resource is
 * bound to its node, so that the kubelet defers the resize of the balloon.
 */
export class LatePods {
  readonly #world: World
  readonly #nodes = new Set<string>()
  #bound = 0

  constructor(world: World) {
    this.#world = world
  }

  /** Arms the fault for the next claim on this node; it takes effect once. */
  expect(node: string): void {
    this.#nodes.add(node)
  }

  /** To be called before each request is handled. */
  before(request: ApiRequest): void {
    if (this.#nodes.size === 0) return
    const claim = claimOf(this.#world, request)
    if (claim !== undefined && this.#nodes.has(claim.node) && this.#bind(claim)) this.#nodes.delete(claim.node)
  }

  /** Binds the pod, which the kubelet admits without delay. Returns false when the API server refuses the pod. */
  #bind(claim: Claim): boolean {
    const world = this.#world
    const pod = latePod(world, claim, this.#bound + 1)
    const previousDelay = world.kubeletDelayMs
    world.kubeletDelayMs = 0
    const reply = handle(world.api, creationOf(pod))
    world.kubeletDelayMs = previousDelay
    if (reply.kind !== 'answer' || reply.status >= 300) return false
    this.#bound += 1
    world.queue.advance(0)
    return true
  }
}

interface Claim {
  readonly node: string
  /** Resources whose request increases. */
  readonly resources: readonly Resource[]
}

/** The increase that a request wants for a balloon; undefined if there is none, or the API server would refuse it. */
function claimOf({ api }: World, request: ApiRequest): Claim | undefined {
  const [, namespace, name] = resizePath.exec(request.path) ?? []
  if (namespace === undefined || name === undefined || 'dryRun' in request.query) return undefined
  const pod = api.store.get({ resource: 'pods', namespace, name }) as Pod | undefined
  if (!pod?.spec.nodeName || pod.metadata.labels?.[balloon.podLabel.key] !== balloon.podLabel.value) return undefined
  const reply = handle(api, { ...request, query: { ...request.query, dryRun: 'All' } })
  if (reply.kind !== 'answer' || reply.status !== 200) return undefined
  const [before, after] = [requestsInSpec(pod, api.release), requestsInSpec(reply.body as Pod, api.release)]
  const more = resources.filter((resource) => after[resource] > before[resource])
  return more.length === 0 ? undefined : { node: pod.spec.nodeName, resources: more }
}

function latePod(world: World, claim: Claim, number: number) {
  const free = freeOn(world, claim.node)
  const requests = Object.fromEntries(claim.resources.map((resource) => [resource, free[resource]]))
  const container = { name: 'late', image: 'registry.example/late:1', resources: { requests } }
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `late-pod-${number}` },
    spec: { nodeName: claim.node, containers: [container] },
  }
}

/** What the kubelet would still grant on this node. */
function freeOn({ api: { store, release } }: World, node: string): Readonly<Record<Resource, string>> {
  const { status } = store.get({ resource: 'nodes', namespace: '', name: node }) as Node
  const pods = (store.list('pods') as readonly Pod[]).filter(({ spec }) => spec.nodeName === node)
  const granted = pods
    .filter((pod) => !isFinished(pod))
    .map((pod) => requestsInSpec({ spec: grantedSpec(pod) }, release))
  const left = subtract(amountsOf(status?.allocatable), granted.reduce(add, none))
  return formatAmounts({ cpu: atLeastNone(left.cpu), memory: atLeastNone(left.memory) })
}

const atLeastNone = (amount: bigint): bigint => (amount < 0n ? 0n : amount)

const creationOf = (object: object): ApiRequest => ({
  method: 'POST',
  path: podsPath,
  query: {},
  headers: { 'content-type': 'application/json', 'user-agent': 'late-pod' },
  body: JSON.stringify(object),
  user: author,
})
