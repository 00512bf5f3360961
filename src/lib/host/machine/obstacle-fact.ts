import type { Subject } from '../../fact.ts'

type FieldSubject = Extract<Subject, { readonly kind: 'Field' }>
type About<T> = T & { readonly subject: FieldSubject }

/** What of a document this host cannot provide. The kubelet would exit, or run without what the field is for. */
export type ObstacleFact =
  /** It would mean another file after the document has moved. */
  | About<{ readonly reason: 'HostPathRelative'; readonly path: string }>
  | About<{ readonly reason: 'HostPathNotFound'; readonly path: string }>
  /** Where a file should be. */
  | About<{ readonly reason: 'HostPathIsFolder'; readonly path: string }>
  /** A file without what it is for, in PEM. */
  | About<{ readonly reason: 'HostFileUnusable'; readonly path: string; readonly needed: string }>
  /** The private key does not belong to the certificate. */
  | About<{ readonly reason: 'HostKeyOfAnother'; readonly path: string }>
  /** The kubelet makes the folder, and cannot: `obstacle` is a file, or cannot be written to. */
  | About<{ readonly reason: 'HostFolderNotCreatable'; readonly path: string; readonly obstacle: string }>
  /** `by`: the name of a program. */
  | About<{ readonly reason: 'HostPortTaken'; readonly port: number; readonly by: string | undefined }>
  | About<{ readonly reason: 'HostAddressNotFound'; readonly address: string }>
  | About<{ readonly reason: 'HostSwapOn'; readonly swaps: readonly string[] }>
  | About<{ readonly reason: 'HostCgroupV1' }>
  | About<{ readonly reason: 'HostKillNeedsCgroupV2' }>
  | About<{ readonly reason: 'HostSwapNeedsCgroupV2'; readonly behavior: string }>
  | About<{
      readonly reason: 'HostSysctlsDiffer'
      readonly sysctls: readonly { readonly name: string; readonly value: string; readonly needed: string }[]
    }>
  | About<{ readonly reason: 'HostSocketNotFound'; readonly path: string }>
  | About<{ readonly reason: 'HostCgroupNotFound'; readonly cgroup: string }>
  | About<{ readonly reason: 'HostCpusNotOnline'; readonly cpus: string; readonly online: string }>
  /** Both as quantities. */
  | About<{
      readonly reason: 'HostCapacityExceeded'
      readonly resource: string
      readonly reserved: string
      readonly capacity: string
    }>
  /** Both as quantities: what is to be available is always less. */
  | About<{
      readonly reason: 'HostThresholdExceeds'
      readonly resource: string
      readonly threshold: string
      readonly capacity: string
    }>
  | About<{ readonly reason: 'HostNumaNodesMissing'; readonly nodes: readonly string[]; readonly online: string }>
  /** `sum`: of all that is reserved in other fields. Both as quantities. */
  | About<{ readonly reason: 'HostMemorySumDiffers'; readonly reservedMemory: string; readonly sum: string }>
  /** Of CPUs; `nodes`: NUMA nodes. */
  | About<{ readonly reason: 'HostSocketsExceedNuma'; readonly sockets: number; readonly nodes: number }>
  /** Its subordinate IDs would be used. */
  | About<{ readonly reason: 'HostUserMissing'; readonly user: string }>

export const field = (name: string): FieldSubject => ({ kind: 'Field', name })

/**
 * What a kubelet lives without: it logs, and serves no static pods, no plugins, no /healthz; resolvConf is read for each pod
 * (pkg/kubelet/config/file_linux.go, pkg/volume/plugins.go, cmd/kubelet/app/server.go, pkg/kubelet/network/dns/dns.go).
 */
const lived: readonly string[] = ['staticPodPath', 'resolvConf', 'volumePluginDir', 'healthzPort', 'healthzBindAddress']

/** Whether a kubelet exits because of it. A relative path leads somewhere that only the kubelet knows. */
export const stopsKubelet = ({ reason, subject }: ObstacleFact): boolean =>
  reason !== 'HostPathRelative' && reason !== 'HostThresholdExceeds' && !lived.includes(subject.name)
