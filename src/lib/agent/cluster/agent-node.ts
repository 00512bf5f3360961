import type { V1Node, V1Pod } from '@kubernetes/client-node'
import { collectionPath } from '../../api/kinds.ts'
import type { Lease } from '../../api/lease.ts'
import type { Wire } from '../../api/object.ts'
import type { Pod } from '../../api/pod.ts'
import type { Answer } from '../../cluster/http/answer.ts'
import { listAll } from '../../cluster/http/paging.ts'
import { isAbsent, isDeniedBy } from '../../cluster/http/refusal.ts'
import { bodyOrThrow, type Rest, writeQuery } from '../../cluster/http/rest.ts'
import type { Call } from '../../cluster/http/transport.ts'
import { nodesPath } from '../../cluster/resources/nodes.ts'
import { listAndWatch } from '../../cluster/watch/list-and-watch.ts'
import type { WatchTiming } from '../../cluster/watch/timing.ts'
import { watchObject } from '../../cluster/watch/watch-object.ts'
import { isBalloonAboveFloor, podEvidenceOf } from '../../kubelet/changes/impact/pod-evidence.ts'
import { agent } from '../../names.ts'
import type { DryRun, Limits } from '../../ports/limits.ts'
import type { AgentNode, NodeReport, PodFacts } from '../ports/agent-node.ts'
import { heartbeatMs } from '../report/heartbeat.ts'
import { type NodeSeen, nodeSeen, type Reported, timeOf } from './node-seen.ts'

interface Where {
  /** Of the node. */
  readonly name: string
  readonly timing: WatchTiming
}

/** Of a pod whose containers all exit with 0, a kubelet that ends it for a shutdown says only in a condition why (seen on 1.37.2). */
const endedBy = (status: Wire<V1Pod>['status']): string =>
  status?.conditions?.some(
    ({ type, reason, message }) =>
      type === 'DisruptionTarget' && reason === 'TerminationByKubelet' && /\bnode shutdown\b/.test(message ?? ''),
  )
    ? 'Terminated'
    : ''

/** A strategic merge patch without resourceVersion conflicts only while the API server is losing races of its own. */
const mostTries = 3

export function agentNodeOver(rest: Rest, { name, timing }: Where): AgentNode {
  const path = `${nodesPath}/${encodeURIComponent(name)}`
  const leases = collectionPath({ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', namespace: 'kube-node-lease' })
  const pods = { path: '/api/v1/pods', fieldSelector: `spec.nodeName=${name}` }
  /** The Node as it was seen last; undefined: it must be read before it is patched. */
  let last: NodeSeen | undefined

  const patch = async (body: unknown, limits: Limits): Promise<Answer<Wire<V1Node>>> => {
    // Without an answer, nobody knows what the Node has.
    last = undefined
    const answer = await rest.ask<Wire<V1Node>>(statusPatch(path, body), limits)
    if (answer.kind === 'done') last = nodeSeen(answer.body)
    return answer
  }
  const read = async (limits: Limits): Promise<NodeSeen | undefined> => {
    const found = await rest.find<Wire<V1Node>>({ method: 'GET', path }, limits)
    return found && nodeSeen(found)
  }

  return {
    now: () => rest.now(),
    async *watch(limits) {
      for await (const seen of watchObject(rest, { path: nodesPath, name, small: nodeSeen, timing }, limits)) {
        last = seen
        yield seen?.facts
      }
    },
    async report(report: NodeReport, limits) {
      for (let tries = 1; ; tries++) {
        last ??= await read(limits)
        if (last === undefined) return 'no-node'
        const body = reportPatch(report, last.reported, rest.clock.now())
        if (body === undefined) return 'unchanged'
        const answer = await patch(body, limits)
        if (isOfAbsent(answer)) return 'no-node'
        if (isConflict(answer) && tries < mostTries) continue
        bodyOrThrow(answer, rest.server)
        return 'written'
      }
    },
    async withdraw(limits) {
      const answer = await patch(withdrawPatch, limits)
      if (!isOfAbsent(answer)) bodyOrThrow(answer, rest.server)
    },
    async isLimited(limits) {
      const body = { metadata: { annotations: { [agent.forbiddenAnnotation]: 'true' } } }
      const answer = await rest.ask<Wire<V1Node>>(statusPatch(path, body, 'server'), limits)
      if (answer.kind === 'refused' && isDeniedBy(agent.ownNodePolicy, answer.refusal)) return true
      if (isOfAbsent(answer)) return undefined
      bodyOrThrow(answer, rest.server)
      return false
    },
    async leaseRenewedAt(limits) {
      const lease = await rest.find<Lease>({ method: 'GET', path: `${leases}/${encodeURIComponent(name)}` }, limits)
      const renewedAt = Date.parse(lease?.spec?.renewTime ?? '')
      return Number.isNaN(renewedAt) ? undefined : renewedAt
    },
    pods: (limits) => listAll(rest, { listing: pods, small: podFacts }, limits),
    async *podChanges(limits) {
      const watched = { ...pods, small: podFacts, resumes: true, timing }
      for await (const batch of listAndWatch(rest, watched, limits))
        yield batch.kind === 'list' ? batch.items : batch.events.map(({ object }) => object)
    },
  }
}

const podFacts = (pod: Wire<V1Pod>): PodFacts => podFactsOf(pod)
const isOfAbsent = <T>(answer: Answer<T>): boolean => answer.kind === 'refused' && isAbsent(answer.refusal)
const isConflict = <T>(answer: Answer<T>): boolean => answer.kind === 'refused' && answer.refusal.code === 409

/** Through the status subresource, which takes annotations too: no right to patch nodes is needed. */
const statusPatch = (path: string, body: unknown, dryRun: DryRun = 'none'): Call => ({
  method: 'PATCH',
  path: `${path}/status`,
  query: writeQuery(agent.fieldManager, dryRun),
  body,
  contentType: 'application/strategic-merge-patch+json',
})

export function podFactsOf(pod: Wire<V1Pod>): PodFacts {
  const { metadata, spec, status } = pod
  const evidence = podEvidenceOf(pod as Pod)
  const sandbox = status?.conditions?.find(({ type }) => type === 'PodReadyToStartContainers')
  return {
    uid: metadata?.uid ?? '',
    namespace: metadata?.namespace ?? '',
    name: metadata?.name ?? '',
    phase: status?.phase ?? '',
    reason: status?.reason || endedBy(status),
    isDeleted: metadata?.deletionTimestamp != null,
    // The default of the API, though a kubelet may leave it out.
    restartsAlways: (spec?.restartPolicy ?? 'Always') === 'Always',
    createdAt: timeOf(metadata?.creationTimestamp),
    staysOnDrain: evidence.staysOnDrain,
    balloonAboveFloor: isBalloonAboveFloor(pod as Pod),
    hasSandbox: sandbox?.status === 'True',
    evidence,
  }
}

/** The strategic merge patch for a report, at this time; undefined when the Node has it, with a recent heartbeat. */
export function reportPatch({ condition, annotation }: NodeReport, before: Reported, now: number): object | undefined {
  const { status, reason, message } = condition
  const old = before.condition
  const isSame = old?.status === status && old.reason === reason && old.message === message
  if (isSame && before.annotation === annotation && isRecent(old.lastHeartbeatTime, now)) return undefined
  const at = rfc3339(now)
  const since = old?.status === status && timeOf(old.lastTransitionTime) !== undefined ? old.lastTransitionTime : at
  const { condition: type, annotation: names } = agent
  return {
    metadata: { annotations: { [names.status]: annotation } },
    status: { conditions: [{ type, status, reason, message, lastHeartbeatTime: at, lastTransitionTime: since }] },
  }
}

/** A heartbeat from the future is of a clock that was set back: it is renewed. */
function isRecent(heartbeat: string | undefined, now: number): boolean {
  const age = now - (timeOf(heartbeat) ?? Number.NEGATIVE_INFINITY)
  return age < heartbeatMs && age > -heartbeatMs
}

/** The form of a time in a condition: without fractions of a second. */
const rfc3339 = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')

const withdrawPatch = {
  metadata: { annotations: { [agent.annotation.status]: null } },
  status: { conditions: [{ type: agent.condition, $patch: 'delete' }] },
}
