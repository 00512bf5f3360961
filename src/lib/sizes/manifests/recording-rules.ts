import { balloon } from '../../names.ts'

interface RecordingRule {
  readonly record: string
  readonly expr: string
}

const pod = 'namespace, pod, uid'
const resource = 'node, resource, unit'

/** Pods that the scheduler counts. */
const active = `max by (${pod}) (kube_pod_status_phase{phase=~"Pending|Running"} == 1)`

/** A label is anybody's to set: the class is what the API server checks, and needs no setting of kube-state-metrics. */
const balloons = `max by (${pod}) (kube_pod_info{priority_class="${balloon.priorityClass}"})`

/** Each once, of however many kube-state-metrics. Of pods that are bound to a node. */
const requests = [
  `max by (${pod}, container, ${resource}) (`,
  'kube_pod_container_resource_requests{resource=~"cpu|memory", node!=""}',
  `) * on (${pod}) group_left () ${active}`,
].join('')

const allocatable = `max by (${resource}) (kube_node_status_allocatable{resource=~"cpu|memory"})`

const record = (name: string, expr: string): RecordingRule => ({ record: `nodesize:${name}`, expr })

/** 0 where there is no such series. */
const orZero = (name: string): string => `(nodesize:${name} or 0 * nodesize:node_allocatable)`

/**
 * From kube-state-metrics as it is installed: what nodes have and what pods request, without balloons. In cores and bytes,
 * by resource. As in kubernetes-mixin, requests are those of containers: no init containers, no overhead.
 */
export const recordingRules: readonly RecordingRule[] = [
  record('node_allocatable', allocatable),
  record('node_balloon_requests:sum', `sum by (${resource}) (${requests} and on (${pod}) ${balloons})`),
  record('node_pod_requests:sum', `sum by (${resource}) (${requests} unless on (${pod}) ${balloons})`),
  record(
    'namespace_pod_requests:sum',
    `sum by (namespace, resource, unit) (${requests} unless on (${pod}) ${balloons})`,
  ),
  record('node_size', `nodesize:node_allocatable - on (${resource}) ${orZero('node_balloon_requests:sum')}`),
  record('node_free', `nodesize:node_size - on (${resource}) ${orZero('node_pod_requests:sum')}`),
]
