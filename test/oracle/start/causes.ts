/** Why a kubelet ended that would not have elsewhere: the fields that ask the host for something. */
export interface Cause {
  readonly says: RegExp
  /** What it must have said before: the last words alone do not tell. */
  readonly before?: RegExp
  readonly fields: readonly string[]
  /** Nothing on the host tells beforehand. */
  readonly isUnseen?: true
}

const reservations = ['kubeReserved', 'systemReserved', 'evictionHard', 'reservedSystemCPUs']

/** In the words of kubelets 1.33 to 1.37. */
const causes: readonly Cause[] = [
  { says: /too many open files/, fields: ['maxOpenFiles'], isUnseen: true },
  {
    says: /failed to get rootfs info: unable to find data in memory cache/,
    before: /Failed to update stats for container .*too many open files/,
    fields: ['maxOpenFiles'],
    isUnseen: true,
  },
  {
    says: /failed to initialize (?:file based|server) certificate manager|Failed to listen and serve" err="(?:open|read|tls:) /,
    fields: ['tlsCertFile', 'tlsPrivateKeyFile'],
  },
  {
    says: /failed to run Kubelet: (?:open|read|stat) |missing content for CA bundle|error loading CA bundle|unable to load client CA file/,
    fields: ['authentication'],
  },
  { says: /validate CRI v1 \w+ API.*DeadlineExceeded/, fields: ['runtimeRequestTimeout'], isUnseen: true },
  { says: /validate CRI v1 runtime API/, fields: ['containerRuntimeEndpoint'] },
  { says: /validate CRI v1 image API/, fields: ['imageServiceEndpoint', 'containerRuntimeEndpoint'] },
  { says: /reserved-cpus: .* is not a subset of online-cpus/, fields: ['reservedSystemCPUs'] },
  // The static policy looks before the container manager does.
  { says: /unable to reserve the required amount of CPUs/, fields: reservations },
  { says: /invalid Node Allocatable configuration/, fields: reservations },
  {
    says: /Failed to enforce Kube Reserved (?:Compressible )?Cgroup Limits/,
    fields: ['kubeReservedCgroup', 'kubeReserved'],
  },
  {
    says: /Failed to enforce System Reserved (?:Compressible )?Cgroup Limits/,
    fields: ['systemReservedCgroup', 'systemReserved'],
  },
  { says: /invalid configuration: cgroup .* has some missing paths/, fields: ['cgroupRoot'] },
  { says: /running with swap on is not supported/, fields: ['failSwapOn'] },
  { says: /LimitedSwap but it is only supported with cgroupv2/, fields: ['memorySwap'] },
  { says: /invalid kernel flag/, fields: ['protectKernelDefaults'] },
  { says: /configured to not run on a host using cgroup v1/, fields: ['failCgroupV1'] },
  { says: /singleProcessOOMKill/, fields: ['singleProcessOOMKill'] },
  { says: /pod logs root directory/, fields: ['podLogsDir'] },
  { says: /bind: cannot assign requested address/, fields: ['address'] },
  { says: /Failed to listen and serve.*bind: address already in use/, fields: ['port', 'readOnlyPort', 'address'] },
  { says: /kubelet user assigned IDs/, fields: ['userNamespaces', 'maxPods'] },
  { says: /not equal to the value .* determined by Node Allocatable feature/, fields: ['evictionHard'] },
  { says: /NUMA node \d+ that does not exist/, fields: ['reservedMemory'] },
]

/** undefined: it would have ended on every host. */
export function hostCauseOf(log: string): Cause | undefined {
  const last = lastWords(log)
  return causes.find(({ says, before }) => says.test(last) && before?.test(log) !== false)
}

/** What it said last of what ended it. */
export function lastWords(log: string): string {
  const panic = log.split('\n').find((line) => /^panic: /.test(line))
  const said = joined(log).filter((line) => fatal.test(line))
  return panic ?? said.at(-1) ?? log.slice(-300)
}

/** Lines of a log, those of a value of several lines (`err=<`, lines with a tab, ` >`) in one. */
const joined = (log: string): readonly string[] => log.replaceAll('\n\t', ' ').split('\n')

const fatal =
  /command failed|Failed to (?:start ContainerManager|listen and serve|initialize internal modules|start cAdvisor|create listener)|failed to (?:run|create) [Kk]ubelet|^F\d{4} |"level":"error".*failed/
