import type { ObstacleFact } from '../host/machine/obstacle-fact.ts'
import type { Vocabulary } from './phrase.ts'

const needsFile = 'create it on the host first, or change the field'

export const obstacleWords: Vocabulary<ObstacleFact> = {
  HostPathRelative: ({ subject, path }) => ({
    said: `${subject.name}: '${path}' is a relative path`,
    hints: ['use an absolute path: the kubelet reads the document from another folder'],
  }),
  HostPathIsFolder: ({ subject, path }) => ({
    said: `${subject.name}: '${path}' is a folder on this host, where a file is needed`,
  }),
  HostFileUnusable: ({ subject, path, needed }) => ({
    said: `${subject.name}: '${path}' does not have ${needed} in PEM`,
    hints: ['check it with openssl, or change the field'],
  }),
  HostKeyOfAnother: ({ subject, path }) => ({
    said: `${subject.name}: the private key in '${path}' does not belong to the certificate in tlsCertFile`,
    hints: ['use the key with which the certificate was requested'],
  }),
  HostPathNotFound: ({ subject, path }) => ({
    said: `${subject.name}: '${path}' does not exist on this host`,
    hints: [needsFile],
  }),
  HostFolderNotCreatable: ({ subject, path, obstacle }) => ({
    said: `${subject.name}: '${path}' cannot be created: '${obstacle}' is not a folder that can be written to`,
    hints: [needsFile],
  }),
  HostPortTaken: ({ subject, port, by }) => ({
    said: `${subject.name}: port ${port} is in use${by === undefined ? '' : ` by '${by}'`}`,
    hints: ['use another port, or stop that program'],
  }),
  HostAddressNotFound: ({ subject, address }) => ({
    said: `${subject.name}: '${address}' is not an address of this host`,
    hints: ['use 0.0.0.0, or an address that `ip address` lists'],
  }),
  HostSwapOn: ({ subject, swaps }) => ({
    said: `${subject.name}: swap is on: ${swaps.join(', ')}`,
    hints: ['set failSwapOn: false, or turn swap off with swapoff -a'],
  }),
  HostCgroupV1: ({ subject }) => ({
    said: `${subject.name}: this host has cgroup v1`,
    hints: ['set failCgroupV1: false, or boot the host with cgroup v2'],
  }),
  HostKillNeedsCgroupV2: ({ subject }) => ({
    said: `${subject.name}: false requires cgroup v2, and this host has cgroup v1`,
    hints: ['omit the field, or boot the host with cgroup v2'],
  }),
  HostSwapNeedsCgroupV2: ({ subject, behavior }) => ({
    said: `${subject.name}: ${behavior} requires cgroup v2, and this host has cgroup v1`,
    hints: ['omit the field, or boot the host with cgroup v2'],
  }),
  HostSysctlsDiffer: ({ subject, sysctls }) => ({
    said: `${subject.name}: the kernel has other settings than the kubelet requires: ${sysctls
      .map(({ name, value, needed }) => `${name} is ${value}, not ${needed}`)
      .join('; ')}`,
    hints: ['set them in /etc/sysctl.d, or set protectKernelDefaults: false'],
  }),
  HostSocketNotFound: ({ subject, path }) => ({
    said: `${subject.name}: no container runtime listens at '${path}'`,
    hints: ['check the path with crictl, or start the container runtime'],
  }),
  HostCgroupNotFound: ({ subject, cgroup }) => ({
    said: `${subject.name}: the cgroup '${cgroup}' does not exist on this host`,
    hints: ['create it before the kubelet starts, or omit the field'],
  }),
  HostCpusNotOnline: ({ subject, cpus, online }) => ({
    said: `${subject.name}: not all of the CPUs ${cpus} are online: this host has ${online}`,
    hints: ['use CPUs that are online'],
  }),
  HostCapacityExceeded: ({ subject, resource, reserved, capacity }) => ({
    said: `${subject.name}: ${reserved} of ${resource} would be reserved, and this host has ${capacity}`,
    hints: ['lower kubeReserved, systemReserved or evictionHard'],
  }),
  HostThresholdExceeds: ({ subject, resource, threshold, capacity }) => ({
    said: `${subject.name}: ${threshold} of ${resource} can never be available, because this host has ${capacity}`,
    hints: ['lower the threshold: the node evicts its pods and takes no new ones'],
  }),
  HostNumaNodesMissing: ({ subject, nodes, online }) => ({
    said: `${subject.name}: the NUMA node${nodes.length === 1 ? '' : 's'} ${nodes.join(', ')} cannot be used: this host has ${online}`,
    hints: ['use NUMA nodes of the host'],
  }),
  HostMemorySumDiffers: ({ subject, reservedMemory, sum }) => ({
    said: `${subject.name}: reservedMemory has ${reservedMemory}, and all other reservations add up to ${sum} on this host`,
    hints: ['set evictionHard[memory.available] to a quantity, and reservedMemory to the sum'],
  }),
  HostSocketsExceedNuma: ({ subject, sockets, nodes }) => ({
    said: `${subject.name}: this host has ${sockets} CPU sockets, and only ${nodes} NUMA node${nodes === 1 ? '' : 's'}`,
    hints: ['omit the option'],
  }),
  HostUserMissing: ({ subject, user }) => ({
    said: `${subject.name}: requires subordinate IDs of a user '${user}', and this host has no such user`,
    hints: ['omit the field, or add the user and its IDs to /etc/subuid and /etc/subgid'],
  }),
}
