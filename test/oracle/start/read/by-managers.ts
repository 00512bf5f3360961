import { each, type ReadTogether, type Setting } from './setting.ts'

const enforce = (key: string, more: Setting): Setting => ({ enforceNodeAllocatable: ['pods', key], ...more })
const static_ = { cpuManagerPolicy: 'static' }
/** Of this many bytes, evictionHard and kubeReserved take half each. */
const numa = (numaNode: number, memory: string): Setting => ({
  memoryManagerPolicy: 'Static',
  evictionHard: { 'memory.available': '100Mi' },
  kubeReserved: { memory: '100Mi' },
  reservedMemory: [{ numaNode, limits: { memory } }],
})

/** Read by the managers of containers, CPUs, memory and eviction. */
export const readByManagers: readonly ReadTogether[] = [
  {
    source:
      'cmd/kubelet/app/server.go, parseResourceList; pkg/kubelet/cm/node_container_manager_linux.go, validateNodeAllocatable',
    settings: [
      ...each('kubeReserved', [
        ...[
          { cpu: '1' },
          { cpu: '2' },
          { cpu: '2001m' },
          { cpu: '64' },
          { memory: '1Gi' },
          { memory: '20Gi' },
          { memory: '25Gi' },
        ],
        ...[
          { memory: '1Pi' },
          { 'ephemeral-storage': '1Gi' },
          { 'ephemeral-storage': '1Pi' },
          { pid: '1000' },
          { pid: '99999999' },
        ],
        ...[{ gpu: '1' }, { memory: '-1' }, { cpu: '1', memory: '24Gi' }],
      ]),
      ...each('systemReserved', [
        { cpu: '1' },
        { cpu: '1001m' },
        { memory: '12Gi' },
        { memory: '100Ti' },
        { cpu: '100M' },
      ]),
      { kubeReserved: { cpu: '1' }, systemReserved: { cpu: '1001m' } },
      { kubeReserved: { memory: '20Gi' }, systemReserved: { memory: '20Gi' } },
      { kubeReserved: { memory: '23Gi' }, evictionHard: { 'memory.available': '10%' } },
      { kubeReserved: { cpu: '64' }, reservedSystemCPUs: '0' },
    ],
  },
  {
    source: 'pkg/kubelet/eviction/helpers.go, ParseThresholdConfig',
    settings: [
      ...each('evictionHard', [
        ...[{}, { 'memory.available': '500Gi' }, { 'memory.available': '99%' }, { 'memory.available': '100%' }],
        ...[
          { 'nodefs.available': '1Pi' },
          { 'nodefs.available': '99%' },
          { 'imagefs.available': '1Pi' },
          { 'pid.available': '1Pi' },
        ],
        ...[{ 'memory.available': '0' }, { 'nodefs.inodesFree': '5%' }, { 'foo.available': '5%' }],
      ]),
      { evictionHard: { 'nodefs.available': '1Pi' }, localStorageCapacityIsolation: false },
      { evictionSoft: { 'memory.available': '1Gi' }, evictionSoftGracePeriod: { 'memory.available': '1m' } },
      { evictionSoft: { 'memory.available': '1Gi' } },
      { evictionSoft: { 'memory.available': '1Pi' }, evictionSoftGracePeriod: { 'memory.available': '0s' } },
      { evictionMinimumReclaim: { 'memory.available': '1Gi' } },
      { evictionMinimumReclaim: { 'memory.available': '0%' } },
    ],
  },
  {
    source: 'pkg/kubelet/cm/container_manager.go, ParseQOSReserved',
    settings: each('qosReserved', [{ memory: '50%' }, { memory: '0%' }, { memory: '101%' }, { cpu: '1%' }]),
  },
  {
    source: 'pkg/kubelet/cm/container_manager_linux.go, NewContainerManager',
    settings: [
      ...each('failSwapOn', [true, false]),
      { memorySwap: { swapBehavior: 'LimitedSwap' }, failSwapOn: false },
      { memorySwap: { swapBehavior: 'NoSwap' }, failSwapOn: false },
      { memorySwap: { swapBehavior: 'LimitedSwap' } },
      ...each('cgroupRoot', [
        '/',
        '/pods',
        'pods',
        '/pods/',
        '/missing',
        '/a.slice/a-b.slice',
        '/a-b.slice',
        'a-b',
        '/partial',
      ]),
      { cgroupRoot: '/missing', cgroupsPerQOS: false, enforceNodeAllocatable: ['none'] },
      { cgroupsPerQOS: false, enforceNodeAllocatable: [] },
      ...each('cgroupDriver', ['cgroupfs', 'systemd', 'Systemd']),
      ...each('singleProcessOOMKill', [true, false]),
      ...each('failCgroupV1', [true, false]),
    ],
  },
  {
    source: 'pkg/kubelet/cm/topologymanager, NewManager',
    settings: [
      ...each('topologyManagerPolicy', ['none', 'best-effort', 'restricted', 'single-numa-node']),
      { topologyManagerPolicy: 'best-effort', topologyManagerScope: 'pod' },
      { topologyManagerPolicy: 'restricted', topologyManagerPolicyOptions: { 'prefer-closest-numa-nodes': 'true' } },
      { topologyManagerPolicy: 'restricted', topologyManagerPolicyOptions: { 'max-allowable-numa-nodes': '7' } },
      { topologyManagerPolicyOptions: { foo: 'true' } },
    ],
  },
  {
    source: 'pkg/kubelet/cm/cpumanager/cpu_manager.go, NewManager',
    settings: [
      static_,
      { ...static_, kubeReserved: { cpu: '500m' } },
      { ...static_, kubeReserved: { cpu: '2' } },
      { ...static_, kubeReserved: { cpu: '1900m' } },
      { ...static_, reservedSystemCPUs: '0-1' },
      { ...static_, reservedSystemCPUs: '1' },
      ...['full-pcpus-only', 'distribute-cpus-across-numa', 'align-by-socket', 'strict-cpu-reservation', 'foo'].map(
        (option) => ({
          ...static_,
          reservedSystemCPUs: '0',
          cpuManagerPolicyOptions: { [option]: 'true' },
        }),
      ),
      {
        ...static_,
        reservedSystemCPUs: '0',
        cpuManagerPolicyOptions: { 'align-by-socket': 'true' },
        featureGates: { CPUManagerPolicyAlphaOptions: true },
      },
      {
        ...static_,
        reservedSystemCPUs: '0-1',
        cpuManagerPolicyOptions: { 'strict-cpu-reservation': 'true' },
      },
      ...each('cpuManagerReconcilePeriod', ['0s', '-1s', '1ns']),
      { ...static_, kubeReserved: { cpu: '1' }, cpuManagerReconcilePeriod: '0s' },
      { cpuManagerPolicyOptions: { 'full-pcpus-only': 'true' } },
    ],
  },
  {
    source: 'pkg/kubelet/cm/memorymanager/memory_manager.go, NewManager',
    settings: [
      numa(0, '200Mi'),
      numa(1, '200Mi'),
      numa(0, '150Mi'),
      { memoryManagerPolicy: 'Static' },
      { memoryManagerPolicy: 'BestEffort' },
      { reservedMemory: [{ numaNode: 7, limits: { memory: '1Gi' } }] },
      {
        memoryManagerPolicy: 'Static',
        reservedMemory: [{ numaNode: 0, limits: { memory: '30Gi' } }],
        kubeReserved: { memory: '30Gi' },
        evictionHard: {},
      },
    ],
  },
  {
    source: 'pkg/kubelet/cm/container_manager_linux.go, setupNode',
    settings: [
      ...each('protectKernelDefaults', [true, false]),
      ...[
        { cpu: '100m' },
        { memory: '100Mi' },
        { pid: '100' },
        { 'ephemeral-storage': '1Mi' },
        { cpu: '0', memory: '0' },
        {},
      ].flatMap((kubeReserved) =>
        ['/kube', 'kube', '/missing', '/a.slice/a-b.slice', '/a-b.slice'].map((kubeReservedCgroup) =>
          enforce('kube-reserved', { kubeReserved, kubeReservedCgroup }),
        ),
      ),
      enforce('system-reserved', { systemReserved: { cpu: '100m' }, systemReservedCgroup: '/system' }),
      enforce('system-reserved', { systemReserved: { cpu: '100m' }, systemReservedCgroup: '/missing' }),
      enforce('system-reserved', { systemReservedCgroup: '/system' }),
      enforce('kube-reserved-compressible', { kubeReserved: { memory: '1Mi' }, kubeReservedCgroup: '/kube' }),
      enforce('system-reserved-compressible', { systemReserved: { cpu: '1' }, systemReservedCgroup: '/missing' }),
      { enforceNodeAllocatable: [] },
      { systemCgroups: '/system', cgroupRoot: '/' },
      { systemCgroups: '/made', cgroupRoot: '/' },
      { systemCgroups: '/', cgroupRoot: '/' },
      ...each('kubeletCgroups', ['/kube', '/made/kubelet', 'made', '/']),
      ...each('podPidsLimit', [-1, 0, 1, 100]),
      ...each('oomScoreAdj', [-1000, 0, 1000]),
      ...each('maxOpenFiles', [0, 1, 9, 10, 20, 30, 99, 100, 1000000]),
    ],
  },
]
