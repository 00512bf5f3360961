import type { Subject } from '../message/fact.ts'
import { message } from '../message/message.ts'

type FieldSubject = Extract<Subject, { readonly kind: 'Field' }>
type About<T> = T & { readonly subject: FieldSubject }

/** What of a document this host cannot provide. The kubelet would exit, or run without what the field is for. */
export type ObstacleFact =
  | About<{ readonly reason: 'HostPathRelative'; readonly path: string }>
  | About<{ readonly reason: 'HostPathNotFound'; readonly path: string }>
  | About<{ readonly reason: 'HostPathIsFolder'; readonly path: string }>
  | About<{ readonly reason: 'HostFileUnusable'; readonly path: string; readonly needed: string }>
  | About<{ readonly reason: 'HostKeyOfAnother'; readonly path: string }>
  | About<{ readonly reason: 'HostFolderNotCreatable'; readonly path: string; readonly obstacle: string }>
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
  | About<{
      readonly reason: 'HostCapacityExceeded'
      readonly resource: string
      readonly reserved: string
      readonly capacity: string
    }>
  | About<{
      readonly reason: 'HostThresholdExceeds'
      readonly resource: string
      readonly threshold: string
      readonly capacity: string
    }>
  | About<{ readonly reason: 'HostNumaNodesMissing'; readonly nodes: readonly string[]; readonly online: string }>
  | About<{ readonly reason: 'HostMemorySumDiffers'; readonly reservedMemory: string; readonly sum: string }>
  | About<{ readonly reason: 'HostSocketsExceedNuma'; readonly sockets: number; readonly nodes: number }>
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

/** It would mean another file after the document has moved. */
export const HostPathRelative = message(
  'HostPathRelative',
  ({ subject, path }: { subject: FieldSubject; path: string }) => ({
    said: `${subject.name}: '${path}' is a relative path`,
    hints: ['use an absolute path: the kubelet reads the document from another folder'],
  }),
)

export const HostPathNotFound = message(
  'HostPathNotFound',
  ({ subject, path }: { subject: FieldSubject; path: string }) => ({
    said: `${subject.name}: '${path}' does not exist on this host`,
    hints: [needsFile],
  }),
)

/** Where a file should be. */
export const HostPathIsFolder = message(
  'HostPathIsFolder',
  ({ subject, path }: { subject: FieldSubject; path: string }) => ({
    said: `${subject.name}: '${path}' is a folder on this host, where a file is needed`,
  }),
)

/** A file without what it is for, in PEM. */
export const HostFileUnusable = message(
  'HostFileUnusable',
  ({ subject, path, needed }: { subject: FieldSubject; path: string; needed: string }) => ({
    said: `${subject.name}: '${path}' does not have ${needed} in PEM`,
    hints: ['check it with openssl, or change the field'],
  }),
)

/** The private key does not belong to the certificate. */
export const HostKeyOfAnother = message(
  'HostKeyOfAnother',
  ({ subject, path }: { subject: FieldSubject; path: string }) => ({
    said: `${subject.name}: the private key in '${path}' does not belong to the certificate in tlsCertFile`,
    hints: ['use the key with which the certificate was requested'],
  }),
)

/** The kubelet makes the folder, and cannot: `obstacle` is a file, or cannot be written to. */
export const HostFolderNotCreatable = message(
  'HostFolderNotCreatable',
  ({ subject, path, obstacle }: { subject: FieldSubject; path: string; obstacle: string }) => ({
    said: `${subject.name}: '${path}' cannot be created: '${obstacle}' is not a folder that can be written to`,
    hints: [needsFile],
  }),
)

/** `by`: the name of a program. */
export const HostPortTaken = message(
  'HostPortTaken',
  ({ subject, port, by }: { subject: FieldSubject; port: number; by: string | undefined }) => ({
    said: `${subject.name}: port ${port} is in use${by === undefined ? '' : ` by '${by}'`}`,
    hints: ['use another port, or stop that program'],
  }),
)

export const HostAddressNotFound = message(
  'HostAddressNotFound',
  ({ subject, address }: { subject: FieldSubject; address: string }) => ({
    said: `${subject.name}: '${address}' is not an address of this host`,
    hints: ['use 0.0.0.0, or an address that `ip address` lists'],
  }),
)

export const HostSwapOn = message(
  'HostSwapOn',
  ({ subject, swaps }: { subject: FieldSubject; swaps: readonly string[] }) => ({
    said: `${subject.name}: swap is on: ${swaps.join(', ')}`,
    hints: ['set failSwapOn: false, or turn swap off with swapoff -a'],
  }),
)

export const HostCgroupV1 = message('HostCgroupV1', ({ subject }: { subject: FieldSubject }) => ({
  said: `${subject.name}: this host has cgroup v1`,
  hints: ['set failCgroupV1: false, or boot the host with cgroup v2'],
}))

export const HostKillNeedsCgroupV2 = message('HostKillNeedsCgroupV2', ({ subject }: { subject: FieldSubject }) => ({
  said: `${subject.name}: false requires cgroup v2, and this host has cgroup v1`,
  hints: ['omit the field, or boot the host with cgroup v2'],
}))

export const HostSwapNeedsCgroupV2 = message(
  'HostSwapNeedsCgroupV2',
  ({ subject, behavior }: { subject: FieldSubject; behavior: string }) => ({
    said: `${subject.name}: ${behavior} requires cgroup v2, and this host has cgroup v1`,
    hints: ['omit the field, or boot the host with cgroup v2'],
  }),
)

export const HostSysctlsDiffer = message(
  'HostSysctlsDiffer',
  ({
    subject,
    sysctls,
  }: {
    subject: FieldSubject
    sysctls: readonly { readonly name: string; readonly value: string; readonly needed: string }[]
  }) => ({
    said: `${subject.name}: the kernel has other settings than the kubelet requires: ${sysctls
      .map(({ name, value, needed }) => `${name} is ${value}, not ${needed}`)
      .join('; ')}`,
    hints: ['set them in /etc/sysctl.d, or set protectKernelDefaults: false'],
  }),
)

export const HostSocketNotFound = message(
  'HostSocketNotFound',
  ({ subject, path }: { subject: FieldSubject; path: string }) => ({
    said: `${subject.name}: no container runtime listens at '${path}'`,
    hints: ['check the path with crictl, or start the container runtime'],
  }),
)

export const HostCgroupNotFound = message(
  'HostCgroupNotFound',
  ({ subject, cgroup }: { subject: FieldSubject; cgroup: string }) => ({
    said: `${subject.name}: the cgroup '${cgroup}' does not exist on this host`,
    hints: ['create it before the kubelet starts, or omit the field'],
  }),
)

export const HostCpusNotOnline = message(
  'HostCpusNotOnline',
  ({ subject, cpus, online }: { subject: FieldSubject; cpus: string; online: string }) => ({
    said: `${subject.name}: not all of the CPUs ${cpus} are online: this host has ${online}`,
    hints: ['use CPUs that are online'],
  }),
)

/** Both as quantities. */
export const HostCapacityExceeded = message(
  'HostCapacityExceeded',
  ({
    subject,
    resource,
    reserved,
    capacity,
  }: {
    subject: FieldSubject
    resource: string
    reserved: string
    capacity: string
  }) => ({
    said: `${subject.name}: ${reserved} of ${resource} would be reserved, and this host has ${capacity}`,
    hints: ['lower kubeReserved, systemReserved or evictionHard'],
  }),
)

/** Both as quantities: what is to be available is always less. */
export const HostThresholdExceeds = message(
  'HostThresholdExceeds',
  ({
    subject,
    resource,
    threshold,
    capacity,
  }: {
    subject: FieldSubject
    resource: string
    threshold: string
    capacity: string
  }) => ({
    said: `${subject.name}: ${threshold} of ${resource} can never be available, because this host has ${capacity}`,
    hints: ['lower the threshold: the node evicts its pods and takes no new ones'],
  }),
)

export const HostNumaNodesMissing = message(
  'HostNumaNodesMissing',
  ({ subject, nodes, online }: { subject: FieldSubject; nodes: readonly string[]; online: string }) => ({
    said: `${subject.name}: the NUMA node${nodes.length === 1 ? '' : 's'} ${nodes.join(', ')} cannot be used: this host has ${online}`,
    hints: ['use NUMA nodes of the host'],
  }),
)

/** `sum`: of all that is reserved in other fields. Both as quantities. */
export const HostMemorySumDiffers = message(
  'HostMemorySumDiffers',
  ({ subject, reservedMemory, sum }: { subject: FieldSubject; reservedMemory: string; sum: string }) => ({
    said: `${subject.name}: reservedMemory has ${reservedMemory}, and all other reservations add up to ${sum} on this host`,
    hints: ['set evictionHard[memory.available] to a quantity, and reservedMemory to the sum'],
  }),
)

/** Of CPUs; `nodes`: NUMA nodes. */
export const HostSocketsExceedNuma = message(
  'HostSocketsExceedNuma',
  ({ subject, sockets, nodes }: { subject: FieldSubject; sockets: number; nodes: number }) => ({
    said: `${subject.name}: this host has ${sockets} CPU sockets, and only ${nodes} NUMA node${nodes === 1 ? '' : 's'}`,
    hints: ['omit the option'],
  }),
)

/** Its subordinate IDs would be used. */
export const HostUserMissing = message(
  'HostUserMissing',
  ({ subject, user }: { subject: FieldSubject; user: string }) => ({
    said: `${subject.name}: requires subordinate IDs of a user '${user}', and this host has no such user`,
    hints: ['omit the field, or add the user and its IDs to /etc/subuid and /etc/subgid'],
  }),
)

const needsFile = 'create it on the host first, or change the field'
