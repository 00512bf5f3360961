import { containerfsSignals, signals } from '../../../src/lib/kubelet/startup/threshold.ts'

const thresholds = [...signals, ...containerfsSignals, 'Memory.available', 'nodefs']
const resources = ['cpu', 'memory', 'ephemeral-storage', 'pid', 'hugepages-2Mi', 'gpu']

/** Keys that rules and the start-up tell apart, by the map's path. For align-by-socket the oracle lacks a manager. */
export const mapKeys: Readonly<Record<string, readonly string[]>> = {
  evictionHard: thresholds,
  evictionSoft: thresholds,
  evictionSoftGracePeriod: thresholds,
  evictionMinimumReclaim: thresholds,
  kubeReserved: resources,
  systemReserved: resources,
  qosReserved: ['memory', 'memory', 'cpu'],
  'reservedMemory[].limits': ['memory', 'hugepages-2Mi', 'hugepages-1Gi', 'hugepages-', 'cpu'],
  cpuManagerPolicyOptions: [
    'full-pcpus-only',
    'distribute-cpus-across-numa',
    'distribute-cpus-across-cores',
    'strict-cpu-reservation',
    'prefer-align-cpus-by-uncorecache',
  ],
  topologyManagerPolicyOptions: ['prefer-closest-numa-nodes', 'max-allowable-numa-nodes'],
  defaultPodSysctls: [
    'net.core.somaxconn',
    'net/core/somaxconn',
    'net/ipv4/conf/eth0.1/mtu',
    'net.ipv4.conf.eth0/1.mtu',
    'net',
    'net.*',
    'NET.a',
    'fs.mqueue.msg_max',
    'fs.mqueue',
    'user.max_net_namespaces',
    'kernel.domainname',
    'kernel/domainname',
    'kernel.hostname',
    'kernel.sem',
    'kernel.shm',
    'kernel.shmmax',
    'kernel.shmx',
    'kernel.shm_rmid_forced',
    'kernel.msg',
    'kernel.msgmax',
    'kernel.msgx',
    'vm.swappiness',
    `net.${'a'.repeat(249)}`,
    `net.${'a'.repeat(250)}`,
  ],
}
