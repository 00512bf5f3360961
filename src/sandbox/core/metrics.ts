import { balloon } from '../../lib/names.ts'
import type { Answer, ApiRequest } from '../interface/request.ts'
import { permissionOf } from './access/authorize.ts'
import { type Amounts, add, amountsOf, formatAmounts, none } from './accounting/amounts.ts'
import type { Api } from './model/api.ts'
import type { KubeObject, Pod } from './model/object.ts'
import { timestamp } from './model/object.ts'
import { denied, methodNotAllowed, notFound } from './model/refusal.ts'
import { parseLabelSelector } from './select/labels.ts'

export const group = 'metrics.k8s.io'
const version = `${group}/v1beta1`
const root = `/apis/${group}`
const paths = new RegExp(`^/apis/${version}(?:/namespaces/([^/]+))?/(nodes|pods)(?:/([^/]+))?$`)

/** The entry in the list of groups. */
export const metricsGroup = {
  name: group,
  versions: [{ groupVersion: version, version: 'v1beta1' }],
  preferredVersion: { groupVersion: version, version: 'v1beta1' },
}

const resources = [
  { name: 'nodes', singularName: '', namespaced: false, kind: 'NodeMetrics', verbs: ['get', 'list'] },
  { name: 'pods', singularName: '', namespaced: true, kind: 'PodMetrics', verbs: ['get', 'list'] },
]

interface Target {
  readonly resource: 'nodes' | 'pods'
  readonly namespace: string
  readonly name: string | undefined
}

/** What metrics-server adds to a cluster; undefined for other paths. A cluster without it does not have these paths. */
export function metricsAnswer(api: Api, request: ApiRequest): Answer | undefined {
  const { path, method } = request
  if (path !== root && !path.startsWith(`${root}/`)) return undefined
  const [, namespace = '', resource, name] = paths.exec(path) ?? []
  if (resource !== undefined) authorize(api, request, { resource: resource as Target['resource'], namespace, name })
  if (!api.hasMetrics) return notServed
  if (method !== 'GET') throw methodNotAllowed()
  if (path === root) return answer({ kind: 'APIGroup', apiVersion: 'v1', ...metricsGroup })
  if (path === `/apis/${version}`)
    return answer({ kind: 'APIResourceList', apiVersion: 'v1', groupVersion: version, resources })
  if (resource === undefined) return notServed
  return answer(measured(api, request, { resource: resource as Target['resource'], namespace, name }))
}

const answer = (body: object): Answer => ({ kind: 'answer', status: 200, body })

const notServed: Answer = {
  kind: 'answer',
  status: 404,
  headers: { 'content-type': 'text/plain' },
  body: '404 page not found\n',
}

function authorize(api: Api, { user, method }: ApiRequest, { resource, namespace, name }: Target): void {
  const verb = method === 'GET' ? (name === undefined ? 'list' : 'get') : method.toLowerCase()
  const attributes = { verb, group, resource, subresource: '', namespace, name: name ?? '' }
  if (permissionOf(api, user, attributes).allowed) return
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace "${namespace}"`
  throw denied(
    { group, kind: resource, resource, name: name ?? '' },
    `User "${user.name}" cannot ${verb} resource "${resource}" in API group "${group}" ${where}`,
  )
}

function measured(api: Api, { query }: ApiRequest, { resource, namespace, name }: Target): object {
  const kind = resource === 'nodes' ? 'NodeMetrics' : 'PodMetrics'
  const of = measuring(api)
  if (name !== undefined) {
    const found = api.store.get({ resource, namespace, name })
    if (found === undefined) throw notFound({ group, kind: `${kind.toLowerCase()}s`, resource, name })
    return { kind, apiVersion: version, ...of(found, resource) }
  }
  const match = parseLabelSelector(query['labelSelector'])
  const items = api.store
    .list(resource, namespace === '' ? undefined : namespace)
    .filter((object) => match(object.metadata.labels ?? {}) && (resource === 'nodes' || isRunning(object as Pod)))
    .map((object) => of(object, resource))
  return { kind: `${kind}List`, apiVersion: version, metadata: {}, items }
}

const isRunning = ({ status }: Pod): boolean => status?.phase === 'Running'

function measuring(api: Api) {
  const now = api.now()
  const running = (api.store.list('pods') as readonly Pod[]).filter(isRunning)
  const byNode = Map.groupBy(running, ({ spec }) => spec.nodeName)
  return (object: KubeObject, resource: Target['resource']): object =>
    resource === 'nodes'
      ? nodeMetrics(object, byNode.get(object.metadata.name) ?? [], now)
      : podMetrics(object as Pod, now)
}

const Mi = 2n ** 20n
/** What runs on a node outside of pods. */
const ofSystem: Amounts = { cpu: 120n, memory: 600n * Mi }
/** A container without requests, and a balloon. */
const idle: Amounts = { cpu: 2n, memory: 4n * Mi }

const windowMs = 30_000

/** A share of its requests, the same each time: from 25 to 124 percent. */
function ofContainer(pod: Pod, { name, resources }: Pod['spec']['containers'][number]): Amounts {
  const requests = amountsOf(resources?.requests)
  if (pod.metadata.labels?.[balloon.podLabel.key] !== undefined) return idle
  const percent = BigInt(25 + (sumOf(`${pod.metadata.namespace}/${pod.metadata.name}/${name}`) % 100))
  const used = { cpu: (requests.cpu * percent) / 100n, memory: (requests.memory * percent) / 100n }
  return { cpu: used.cpu || idle.cpu, memory: used.memory || idle.memory }
}

function sumOf(text: string): number {
  let sum = 0
  for (const character of text) sum = (sum * 31 + character.charCodeAt(0)) % 9973
  return sum
}

const usageOf = (pod: Pod): Amounts =>
  pod.spec.containers.map((container) => ofContainer(pod, container)).reduce(add, none)

const measurement = ({ metadata: { name, namespace, labels } }: KubeObject, now: number) => ({
  metadata: { name, ...(namespace && { namespace }), creationTimestamp: timestamp(now), ...(labels && { labels }) },
  timestamp: timestamp(now),
  window: `${windowMs / 1000}s`,
})

/** What a simulated metrics-server reports of a node. */
const nodeMetrics = (node: KubeObject, pods: readonly Pod[], now: number): object => ({
  ...measurement(node, now),
  usage: formatAmounts(pods.map(usageOf).reduce(add, ofSystem)),
})

/** The same of a pod. */
const podMetrics = (pod: Pod, now: number): object => ({
  ...measurement(pod, now),
  containers: pod.spec.containers.map((container) => ({
    name: container.name,
    usage: formatAmounts(ofContainer(pod, container)),
  })),
})
