/** Values by the minute, by series, in the notation of promtool. */
export type Series = Readonly<Record<string, string>>

interface PodSketch {
  readonly name: string
  /** Empty: not bound to a node. */
  readonly node: string
  readonly namespace?: string
  readonly cpu: number
  readonly memory: number
  readonly phase?: string
  readonly priority?: string
}

const steady = (value: number): string => `${value}+0x120`

/** As kube-state-metrics reports a pod with one container; of `instance`, when there are several. */
export function podSeries(
  { name, node, namespace = 'default', cpu, memory, phase = 'Running', priority = '' }: PodSketch,
  instance = 'ksm-0',
): Series {
  const pod = `namespace="${namespace}",pod="${name}",uid="${name}-uid",instance="${instance}"`
  const request = (resource: string, unit: string) =>
    `kube_pod_container_resource_requests{${pod},container="c",node="${node}",resource="${resource}",unit="${unit}"}`
  return {
    [`kube_pod_info{${pod},node="${node}",priority_class="${priority}"}`]: steady(1),
    [`kube_pod_status_phase{${pod},phase="${phase}"}`]: steady(1),
    [`kube_pod_status_phase{${pod},phase="Unknown"}`]: steady(0),
    [request('cpu', 'core')]: steady(cpu),
    [request('memory', 'byte')]: steady(memory),
  }
}

export function nodeSeries(node: string, cpu: number, memory: number): Series {
  const allocatable = (resource: string, unit: string) =>
    `kube_node_status_allocatable{node="${node}",resource="${resource}",unit="${unit}"}`
  return {
    [allocatable('cpu', 'core')]: steady(cpu),
    [allocatable('memory', 'byte')]: steady(memory),
    [allocatable('pods', 'integer')]: steady(110),
  }
}
