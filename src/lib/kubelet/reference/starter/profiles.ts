/** A field of a new configuration. */
export interface Setting {
  readonly field: string
  /** The value as YAML: in the line of the field, or one line per key of a map. */
  readonly value: string | Readonly<Record<string, string>>
  /** Why the default is not enough. */
  readonly why: string
}

/** A kind of node. */
export interface Profile {
  readonly title: string
  readonly settings: readonly Setting[]
}

/** What nearly every node needs, whatever it is for. */
const everywhere: readonly Setting[] = [
  {
    field: 'cgroupDriver',
    value: 'systemd',
    why: 'On a host with systemd, systemd should be the only cgroup manager. The container runtime must use the same driver.',
  },
  {
    field: 'rotateCertificates',
    value: 'true',
    why: 'Without rotation, the node loses access to the API server when its client certificate expires.',
  },
]

const shutdown = (total: string, critical: string): readonly Setting[] => [
  {
    field: 'shutdownGracePeriod',
    value: total,
    why: 'How long pods have to terminate when the machine shuts down. Without it, they are killed.',
  },
  {
    field: 'shutdownGracePeriodCriticalPods',
    value: critical,
    why: 'The last part of shutdownGracePeriod, reserved for critical pods.',
  },
]

/** `memory`: 255Mi and 11Mi for each pod, which is what the nodes of Amazon EKS reserve. */
const reserved = (cpu: string, memory: string, pods: number): Setting => ({
  field: 'kubeReserved',
  value: { cpu, memory },
  why: `Reserves capacity for the kubelet and the container runtime: about 255Mi of memory, and 11Mi for each of ${pods} pods.`,
})

const forSystem = (memory: string): Setting => ({
  field: 'systemReserved',
  value: { cpu: '100m', memory },
  why: 'Reserves capacity for system services, such as systemd and sshd. Measure what yours use.',
})

const parallelPulls: readonly Setting[] = [
  {
    field: 'serializeImagePulls',
    value: 'false',
    why: 'Pulls images in parallel, so that one large image does not delay other pods.',
  },
  {
    field: 'maxParallelImagePulls',
    value: '5',
    why: 'Limits parallel pulls, so that they do not use all of the disk and network bandwidth.',
  },
]

/** What a new configuration can be for. Each differs from the defaults only where that kind of node needs it. */
export const profiles = {
  general: {
    title: 'general purpose',
    settings: [...everywhere, reserved('100m', '1465Mi', 110), forSystem('256Mi'), ...shutdown('60s', '20s')],
  },
  'many-pods': {
    title: 'many small pods',
    settings: [
      ...everywhere,
      {
        field: 'maxPods',
        value: '250',
        why: 'Allows more pods than the default. Each pod needs an IP address: a /24 pod CIDR is barely large enough.',
      },
      reserved('200m', '3005Mi', 250),
      forSystem('256Mi'),
      {
        field: 'podPidsLimit',
        value: '1024',
        why: 'All pods share the process IDs of the machine. Without a limit, one pod can use all of them.',
      },
      ...parallelPulls,
      ...shutdown('60s', '20s'),
    ],
  },
  'large-memory': {
    title: 'few pods with much memory',
    settings: [
      ...everywhere,
      reserved('100m', '1465Mi', 110),
      forSystem('1Gi'),
      {
        field: 'evictionHard',
        value: {
          'memory.available': '2Gi',
          'nodefs.available': '10%',
          'nodefs.inodesFree': '5%',
          'imagefs.available': '15%',
          'imagefs.inodesFree': '5%',
        },
        why: 'When pods allocate gigabytes within seconds, the kernel kills a process before the kubelet detects that the default threshold is crossed. The other four thresholds are the defaults, which apply only if they are listed.',
      },
      ...parallelPulls,
      ...shutdown('120s', '20s'),
    ],
  },
  edge: {
    title: 'a small machine at the edge',
    settings: [
      ...everywhere,
      {
        field: 'maxPods',
        value: '30',
        why: 'A small machine runs fewer pods, and kubeReserved depends on this number.',
      },
      reserved('60m', '585Mi', 30),
      forSystem('128Mi'),
      {
        field: 'imageGCHighThresholdPercent',
        value: '70',
        why: 'A small disk fills up quickly, so unused images are removed earlier.',
      },
      {
        field: 'imageGCLowThresholdPercent',
        value: '60',
        why: 'Unused images are removed until disk usage falls to this percentage.',
      },
      { field: 'containerLogMaxSize', value: '5Mi', why: 'Limits the size of container log files on a small disk.' },
      { field: 'containerLogMaxFiles', value: '3', why: 'Keeps fewer log files of each container.' },
      ...shutdown('30s', '10s'),
    ],
  },
} as const satisfies Readonly<Record<string, Profile>>

export type ProfileName = keyof typeof profiles

export const profileNames = Object.keys(profiles) as readonly ProfileName[]
