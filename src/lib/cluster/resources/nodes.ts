import type { V1Lease, V1Node } from '@kubernetes/client-node'
import { collectionPath } from '../../api/kinds.ts'
import type { Wire } from '../../api/object.ts'
import type { Pod } from '../../api/pod.ts'
import { nodeSubject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import { balloon, document } from '../../names.ts'
import { effectiveRequests } from '../../pods/accounting.ts'
import { hasBalloonLabel } from '../../pods/balloon-label.ts'
import type { Limits } from '../../ports/limits.ts'
import type { Refusal } from '../http/answer.ts'
import { byName, foldList, listAll } from '../http/paging.ts'
import { failureOf, isAbsent } from '../http/refusal.ts'
import { bodyOrThrow, type Rest, writeQuery } from '../http/rest.ts'
import type { Nodes, PendingPod } from '../ports/nodes.ts'
import {
  ConfigzNotServed,
  type KubeletFact,
  KubeletNotReached,
  KubeletRefused,
  SelectorInvalid,
  type ServerFact,
} from '../ports/server-messages.ts'
import { nodeOf } from './node-object.ts'
import { podOf } from './pod-object.ts'

export const nodesPath = '/api/v1/nodes'
const running = ['status.phase!=Succeeded', 'status.phase!=Failed']

export function nodesOver(rest: Rest): Nodes {
  const pathOf = (name: string): string => `${nodesPath}/${encodeURIComponent(name)}`
  return {
    async read(name, limits) {
      const found = await rest.find<Wire<V1Node>>({ method: 'GET', path: pathOf(name) }, limits)
      return found && nodeOf(found)
    },
    async list({ labelSelector }, limits) {
      const listing = { path: nodesPath, labelSelector }
      const found = await listAll(rest, { listing, small: nodeOf }, limits).catch((error: unknown) => {
        throw labelSelector === undefined ? error : malformed(labelSelector, error)
      })
      return found.sort(byName)
    },
    async annotate(name, annotations, dryRun, limits) {
      const call = {
        method: 'PATCH',
        path: pathOf(name),
        query: writeQuery(document.fieldManager, dryRun),
        body: { metadata: { annotations } },
        contentType: 'application/merge-patch+json',
      } as const
      const answer = await rest.ask<Wire<V1Node>>(call, limits)
      if (answer.kind === 'refused' && isAbsent(answer.refusal)) return undefined
      return nodeOf(bodyOrThrow(answer, rest.server))
    },
    async schedule({ name, scheduling: { resourceVersion } }, { unschedulable, annotations }, limits) {
      const call = {
        method: 'PATCH',
        path: pathOf(name),
        query: writeQuery(balloon.fieldManager, 'none'),
        body: { metadata: { resourceVersion, annotations }, spec: { unschedulable: unschedulable || null } },
        contentType: 'application/merge-patch+json',
      } as const
      const answer = await rest.ask<Wire<V1Node>>(call, limits)
      if (answer.kind === 'refused' && isAbsent(answer.refusal)) return undefined
      return nodeOf(bodyOrThrow(answer, rest.server))
    },
    async configz(name, limits) {
      const call = { method: 'GET', path: `${pathOf(name)}/proxy/configz`, shape: 'text', once: true } as const
      const answer = await rest.ask<string>(call, limits)
      if (answer.kind === 'refused' && isAbsent(answer.refusal)) return undefined
      if (answer.kind === 'refused')
        throw kubeletFailure(name, answer.refusal) ?? failureOf(answer.refusal, rest.server)
      return answer.body
    },
    async leaseTimes(name, limits) {
      const lease = await rest.find<Wire<V1Lease>>({ method: 'GET', path: leasePath(name) }, limits)
      const renewedAt = Date.parse(lease?.spec?.renewTime ?? '')
      if (Number.isNaN(renewedAt)) return undefined
      const written = lease?.metadata?.managedFields?.find(({ fieldsV1 }) => hasRenewTime(fieldsV1))?.time
      return { renewedAt, writtenAt: written === undefined ? undefined : Date.parse(written) }
    },
    async pods(nodes, limits) {
      const [one, several] = typeof nodes === 'string' ? [nodes, undefined] : [undefined, nodes]
      const listing = { path: '/api/v1/pods', fieldSelector: boundTo(one), protobuf }
      const add = (found: Pod[], pod: Pod): void => {
        if (several?.has(pod.spec.nodeName ?? '') ?? true) found.push(podOf(pod))
      }
      return (await foldList(rest, { listing, begin: (): Pod[] => [], add }, limits)).sum
    },
    async pendingPods(limits) {
      const listing = { path: '/api/v1/pods', fieldSelector: ['spec.nodeName=', ...running].join(',') }
      const found = await listAll<Pod, PendingPod | undefined>(rest, { listing, small: pendingPodOf }, limits)
      return found.filter((pod) => pod !== undefined)
    },
    async foldPods<Sum>(begin: () => Sum, add: (sum: Sum, pod: Pod) => void, limits: Limits) {
      const listing = { path: '/api/v1/pods', fieldSelector: boundTo(undefined), protobuf }
      return (await foldList<Pod, Sum>(rest, { listing, begin, add }, limits)).sum
    },
  }
}

const protobuf = async () => (await import('../protobuf/pod-list.ts')).podList

const leases = collectionPath({ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', namespace: 'kube-node-lease' })
const leasePath = (node: string): string => `${leases}/${encodeURIComponent(node)}`

const hasRenewTime = (fields: unknown): boolean =>
  (fields as { 'f:spec'?: { 'f:renewTime'?: object } } | undefined)?.['f:spec']?.['f:renewTime'] !== undefined

/** Pods of this node, or of any, that are neither Succeeded nor Failed. */
export const boundTo = (node: string | undefined): string =>
  [node === undefined ? 'spec.nodeName!=' : `spec.nodeName=${node}`, ...running].join(',')

/** For a list, the selector is the only input that a server can call invalid. */
export function malformed(selector: string, error: unknown): unknown {
  if (!(error instanceof Failure && error.fact.reason === 'ObjectRejected')) return error
  const { serverMessage } = error.fact as ServerFact & { reason: 'ObjectRejected' }
  return new Failure('usage', SelectorInvalid({ selector, serverMessage }), { cause: error })
}

/** The answer of a kubelet, which is no Status, or that there was none; undefined when the API server itself refused. */
function kubeletFailure(name: string, { code, status, text }: Refusal): Failure<KubeletFact> | undefined {
  const about = { subject: nodeSubject(name), serverMessage: text }
  if (code >= 500) return new Failure('unreachable', KubeletNotReached(about))
  if (status !== undefined) return undefined
  if (code === 401 || code === 403) return new Failure('refused', KubeletRefused({ status: code, ...about }))
  return code === 404 ? new Failure('refused', ConfigzNotServed(about)) : undefined
}

type Selecting = { readonly nodeSelector?: Readonly<Record<string, string>> }

/** undefined: it is a balloon, which takes what is left. */
function pendingPodOf(pod: Pod): PendingPod | undefined {
  if (hasBalloonLabel(pod)) return undefined
  const { metadata, spec, status } = pod
  const { nodeSelector = {} } = spec as Selecting
  const scheduled = status?.conditions?.find(({ type }) => type === 'PodScheduled')
  return {
    name: `${metadata.namespace}/${metadata.name}`,
    requests: effectiveRequests(pod),
    nodeSelector,
    unschedulable: scheduled?.status === 'False' && scheduled.reason === 'Unschedulable',
  }
}
