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
    why: 'On a host with systemd, one manager of cgroups is enough. It must be the driver of the container runtime.',
  },
  {
    field: 'rotateCertificates',
    value: 'true',
    why: 'Without rotation, the node is cut off from the API server when its client certificate expires.',
  },
]

const shutdown = (total: string, critical: string): readonly Setting[] => [
  {
    field: 'shutdownGracePeriod',
    value: total,
    why: 'When the machine shuts down, pods have this long to end. Without it, they are killed.',
  },
  {
    field: 'shutdownGracePeriodCriticalPods',
    value: critical,
    why: 'The last part of shutdownGracePeriod is for critical pods alone.',
  },
]

/** `memory`: 255Mi and 11Mi for each pod, which is what the nodes of Amazon EKS reserve. */
const reserved = (cpu: string, memory: string, pods: number): Setting => ({
  field: 'kubeReserved',
  value: { cpu, memory },
  why: `Without a reservation, pods can use what the kubelet and the container runtime need: about 255Mi, and 11Mi for each of ${pods} pods.`,
})

const forSystem = (memory: string): Setting => ({
  field: 'systemReserved',
  value: { cpu: '100m', memory },
  why: 'Room for the services of the machine, such as systemd and sshd. Measure what yours use.',
})

const parallelPulls: readonly Setting[] = [
  {
    field: 'serializeImagePulls',
    value: 'false',
    why: 'One large image delays the start of all other pods otherwise.',
  },
  {
    field: 'maxParallelImagePulls',
    value: '5',
    why: 'A limit for pulls at the same time, so that they do not take all of the disk and the network.',
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
        why: 'More small pods than the default allows. Each needs an IP address: a /24 range of pod addresses is only just enough.',
      },
      reserved('200m', '3005Mi', 250),
      forSystem('256Mi'),
      {
        field: 'podPidsLimit',
        value: '1024',
        why: 'Many pods share the PIDs of the machine. Without a limit, one of them can use them all.',
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
        why: 'Pods that allocate gigabytes in seconds pass the default threshold before the kubelet looks again, and the kernel kills a process instead. The other four are the default thresholds: they would be lost.',
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
        why: 'A small machine does not run more, and reservations grow with this number.',
      },
      reserved('60m', '585Mi', 30),
      forSystem('128Mi'),
      {
        field: 'imageGCHighThresholdPercent',
        value: '70',
        why: 'A small disk is full soon: remove unused images earlier.',
      },
      { field: 'imageGCLowThresholdPercent', value: '60', why: 'Remove images until this much of the disk is used.' },
      { field: 'containerLogMaxSize', value: '5Mi', why: 'Logs of containers take less of a small disk.' },
      { field: 'containerLogMaxFiles', value: '3', why: 'Keep fewer log files of each container.' },
      ...shutdown('30s', '10s'),
    ],
  },
} as const satisfies Readonly<Record<string, Profile>>

export type ProfileName = keyof typeof profiles

export const profileNames = Object.keys(profiles) as readonly ProfileName[]
