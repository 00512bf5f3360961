import type { ServerResponse } from 'node:http'
import { configMapPath } from '../../src/lib/api/kinds.ts'
import type { Pod } from '../../src/lib/api/pod.ts'
import { balloon } from '../../src/lib/names.ts'
import type { QuantityText } from '../../src/lib/pods/amounts.ts'
import { bucketOf } from '../../src/lib/sizes/desired/size-bucket.ts'
import type { JsonPatchOperation } from '../../src/lib/sizes/plan/patch.ts'
import { balloonPod, installation, node, workload } from '../lib/pods/samples.ts'
import { type Handler, type Received, type Reply, refusal } from '../support/api-server.ts'
import { listOf, type Routes } from './routes.ts'

/** Until whoever has asked for a resize has its answer. */
const soonMs = 200
const podsPath = '/api/v1/namespaces/kube-system/pods'
export const podName = 'nodesize-balloon-x'
export const podPath = `${podsPath}/${podName}`
const desiredSizesPath = configMapPath('kube-system', bucketOf('node-a'))
export const resizeRoute = `PATCH ${podPath}/resize`

/** What the kubelet has granted, after it was asked. */
type Kubelet = (asked: QuantityText, granted: QuantityText) => QuantityText

export const grants: Kubelet = (asked) => asked
export const silent: Kubelet = (_asked, granted) => granted

export const floor: QuantityText = { cpu: '1m', memory: '16Mi' }

/** A cluster of one node with 4 cores and 16Gi, one balloon, and one workload that asks for 1 core and 1Gi. */
export class NodeA {
  asked: QuantityText = floor
  granted: QuantityText = floor
  kubelet: Kubelet = grants
  /** Answers to a watch of the balloon: each resize, and one that was there before it. */
  watch: Handler = (_request, response) => {
    response.writeHead(200).flushHeaders()
    this.#watches.push(response)
    if (this.#generation > 1) this.#tell(response)
  }
  /** Runs when a resize has been answered, and whoever asked for it waits for the kubelet. */
  afterResize: () => void = () => undefined
  readonly #watches: ServerResponse[] = []
  #generation = 1

  readonly routes: Routes = {
    [`GET /apis/apps/v1/namespaces/kube-system/daemonsets/${balloon.daemonSet}`]: () => ({ body: daemonSet }),
    'GET /api/v1/nodes/node-a': () => ({ body: nodeA }),
    'GET /api/v1/namespaces/kube-system/limitranges': () => listOf(),
    'GET /api/v1/pods': ({ query }) =>
      query['fieldSelector']?.includes('spec.nodeName=node-b')
        ? listOf()
        : listOf(workload('web', '1', '1Gi'), this.balloon),
    [`GET ${podsPath}`]: (request, response) =>
      request.query['watch'] ? this.watch(request, response) : listOf(this.balloon),
    [`GET ${podPath}`]: () => podReply(this.balloon),
    [resizeRoute]: (request) => this.resize(request),
    [`GET ${desiredSizesPath}`]: () => ({ body: desiredSizes }),
    [`PATCH ${desiredSizesPath}`]: () => ({ body: desiredSizes }),
  }

  get balloon(): Pod {
    const [metadata, status] = [{ generation: this.#generation }, { observedGeneration: this.#generation }]
    return balloonPod(this.asked, this.granted, { metadata, status })
  }

  resize({ body, query }: Received): Reply {
    const [from, to] = [valuesOf(body, 'test'), valuesOf(body, 'replace')]
    if (from.cpu !== this.asked.cpu || from.memory !== this.asked.memory) return failedTest
    if (query['dryRun'] === 'All') return podReply(balloonPod(to, this.granted))
    this.#generation++
    this.asked = to
    this.granted = this.kubelet(to, this.granted)
    for (const watch of this.#watches) this.#tell(watch)
    setTimeout(() => this.afterResize(), soonMs)
    return podReply(this.balloon)
  }

  #tell(watch: ServerResponse): void {
    watch.write(`${JSON.stringify({ type: 'MODIFIED', object: { kind: 'Pod', ...this.balloon } })}\n`)
  }
}

/** Nobody in these tests asks what is stored. */
const desiredSizes = { kind: 'ConfigMap', metadata: { name: bucketOf('node-a'), namespace: 'kube-system' } }

/** A pod as the API server sends it. */
const podReply = (pod: Pod): Reply => ({ body: { kind: 'Pod', ...pod } })

/** As apiserver words it, handlers/patch.go: it does not say which test. */
export const failedTest: Reply = refusal(422, 'Invalid', { message: 'the server rejected our request' })

export function valuesOf(body: unknown, op: JsonPatchOperation['op']): QuantityText {
  const operations = (body as readonly JsonPatchOperation[]).filter((operation) => operation.op === op)
  const value = (resource: string) => operations.find(({ path }) => path.endsWith(`/requests/${resource}`))?.value ?? ''
  return { cpu: value('cpu'), memory: value('memory') }
}

const daemonSet = {
  kind: 'DaemonSet',
  metadata: { name: balloon.daemonSet, uid: installation.daemonSetUid },
  spec: {
    template: { spec: { priorityClassName: installation.priorityClass, nodeSelector: installation.nodeSelector } },
  },
}

const { name, uid, labels, allocatable, kubeletVersion, operatingSystem } = node()
const nodeA = {
  kind: 'Node',
  metadata: { name, uid, labels },
  status: {
    allocatable,
    conditions: [{ type: 'Ready', status: 'True' }],
    nodeInfo: { kubeletVersion, operatingSystem },
  },
}
