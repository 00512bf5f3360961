import { type Free, freeFields, type Right, reading } from '../../admission/right.ts'
import { agent } from '../../names.ts'
import { tokenSeconds } from '../identity/token-times.ts'
import { longest } from '../report/report.ts'

/** Characters of the condition's message; agents write fewer. */
export const longestMessage = 4096

/** Of its own Node. */
export const ofNode: readonly Free[] = [
  {
    path: ['metadata', 'annotations', agent.annotation.status],
    within: `at most ${longest.report} characters`,
  },
  { path: ['metadata', 'managedFields'], within: `only those of ${agent.fieldManager}` },
  {
    path: ['status', 'conditions', agent.condition],
    within: `with a status, a reason, and a message of at most ${longestMessage} characters`,
  },
]

/** Of a new Event. */
export const ofNewEvent: readonly Free[] = [
  { path: ['involvedObject', 'apiVersion'] },
  { path: ['involvedObject', 'kind'], within: 'Node' },
  ...['name', 'uid'].map((key) => ({ path: ['involvedObject', key], within: 'its own Node' })),
  { path: ['reportingComponent'], within: agent.reportingComponent },
  { path: ['reportingInstance'], within: 'its own Node' },
  ...freeFields([], ['reason', 'action', 'message', 'type', 'eventTime', 'series']),
  ...freeFields([], ['firstTimestamp', 'lastTimestamp', 'count']),
]

/** Of an Event that is there: how often. */
export const ofOldEvent: readonly Free[] = [
  ...freeFields(['metadata'], ['managedFields']),
  ...freeFields([], ['series']),
]

export const ofToken: readonly Free[] = [
  { path: ['spec', 'boundObjectRef'], within: 'its own Node' },
  { path: ['spec', 'expirationSeconds'], within: `at most ${tokenSeconds}` },
  { path: ['spec', 'audiences'] },
]

interface Agent {
  /** Of the documents. */
  readonly namespace: string
  /** undefined: all. */
  readonly nodes: readonly string[] | undefined
  /** The ConfigMaps that it may get documents from; undefined: all. */
  readonly documents: readonly string[] | undefined
  /** Its ServiceAccount, if it requests tokens. */
  readonly account: string | undefined
}

/** What the agent of a node may do, or the agents of a DaemonSet. */
export const agentRights = ({ namespace, nodes, documents, account }: Agent): readonly Right[] => [
  { resources: ['nodes'], names: nodes, verbs: reading, purpose: 'opt-out, cordon, heartbeat' },
  {
    ...{ resources: ['nodes/status'], names: nodes, verbs: ['patch'], changes: ofNode },
    purpose: 'its condition and its annotation, in one patch: no right to patch nodes is needed',
  },
  {
    ...{ resources: ['nodes/configz'], names: nodes, verbs: ['get'] },
    purpose: 'what its kubelet runs with, from the kubelet itself',
  },
  {
    ...{ where: namespace, resources: ['configmaps'], names: documents, verbs: reading },
    purpose: 'the documents that concern it, and the rollout of the global one',
  },
  ...(account === undefined ? [] : [ownToken(namespace, account)]),
  {
    ...{ where: 'default', resources: ['events'], verbs: ['create', 'patch'] },
    ...{ creates: ofNewEvent, changes: ofOldEvent, purpose: 'one per transition' },
  },
  {
    ...{ where: 'kube-node-lease', group: 'coordination.k8s.io', resources: ['leases'], names: nodes, verbs: ['get'] },
    purpose: 'whether its kubelet is alive',
  },
]

const ownToken = (namespace: string, account: string): Right => ({
  ...{ where: namespace, resources: ['serviceaccounts/token'], names: [account], verbs: ['create'] },
  ...{ creates: ofToken, purpose: 'renewing its token, which stays bound to its Node' },
})
