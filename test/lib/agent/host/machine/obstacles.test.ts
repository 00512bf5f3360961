import { symlink } from 'node:fs/promises'
import { createServer } from 'node:net'
import { expect, test } from '@jest/globals'
import { obstaclesOn } from '../../../../../src/lib/agent/host/machine/this-machine.ts'
import type { Release } from '../../../../../src/lib/kubelet/model/releases.ts'
import { messageOf } from '../../../../../src/lib/message/describe.ts'
import { hostFolder } from '../../../host-check/host-folder.ts'
import { usual } from '../../../host-check/usual-host.ts'
import { documentOf } from '../../../kubelet/check/documents.ts'

const always = 'failCgroupV1: false\n'

test.each<[body: string, obstacles: readonly string[]]>([
  ['maxPods: 50', []],
  ['staticPodPath: /etc/kubernetes/manifests', []],
  ['staticPodPath: /etc/kubernetes/none', ["staticPodPath: '/etc/kubernetes/none' does not exist on this host"]],
  ['staticPodPath: manifests', ["staticPodPath: 'manifests' is a relative path"]],
  ['resolvConf: ""', []],
  ['resolvConf: /run/gone/resolv.conf', ["resolvConf: '/run/gone/resolv.conf' does not exist on this host"]],
  ['resolvConf: /link/to/resolv.conf', []],
  ['resolvConf: /etc', ["resolvConf: '/etc' is a folder on this host, where a file is needed"]],
  [
    'tlsCertFile: /a.crt\ntlsPrivateKeyFile: a.key',
    ["tlsCertFile: '/a.crt' does not exist on this host", "tlsPrivateKeyFile: 'a.key' is a relative path"],
  ],
  ['tlsCertFile: /a.crt', []],
  ['tlsCertFile: /a.crt\ntlsPrivateKeyFile: /a.key\nserverTLSBootstrap: true', []],
  [
    'authentication: {x509: {clientCAFile: /nope.crt}}',
    ["authentication.x509.clientCAFile: '/nope.crt' does not exist on this host"],
  ],
  ['volumePluginDir: /usr/new/folder', []],
  ['volumePluginDir: /snap/x/plugins', []],
  ['volumePluginDir: /sealed/x', []],
  [
    'volumePluginDir: /sealed/x/new/plugins',
    ["volumePluginDir: '/sealed/x/new/plugins' cannot be created: '/sealed/x' is not a folder that can be written to"],
  ],
  [
    'podLogsDir: /usr/share/a b/logs',
    ["podLogsDir: '/usr/share/a b/logs' cannot be created: '/usr/share/a b' is not a folder that can be written to"],
  ],
  [
    'volumePluginDir: /usr/bin/sh/plugins',
    ["volumePluginDir: '/usr/bin/sh/plugins' cannot be created: '/usr/bin/sh' is not a folder that can be written to"],
  ],
  [
    'podLogsDir: /var/log/syslog',
    ["podLogsDir: '/var/log/syslog' cannot be created: '/var/log/syslog' is not a folder that can be written to"],
  ],
  [
    'podLogsDir: /link/to/nowhere/logs',
    [
      "podLogsDir: '/link/to/nowhere/logs' cannot be created: '/link/to/nowhere' is not a folder that can be written to",
    ],
  ],
  ['containerRuntimeEndpoint: unix:///var/run/containerd/containerd.sock', []],
  [
    'containerRuntimeEndpoint: unix:///run/crio/crio.sock',
    ["containerRuntimeEndpoint: no container runtime listens at '/run/crio/crio.sock'"],
  ],
  [
    'imageServiceEndpoint: unix:///etc/resolv.conf',
    ["imageServiceEndpoint: no container runtime listens at '/etc/resolv.conf'"],
  ],
  ['port: 10251', []],
  ['port: 8080', ["port: port 8080 is in use by 'nginx'"]],
  ['port: 8080\nenableServer: false', []],
  ['readOnlyPort: 8080\naddress: 10.99.0.3', []],
  ['readOnlyPort: 80', []],
  ['readOnlyPort: 81', ["readOnlyPort: port 81 is in use by 'nginx'"]],
  ['healthzPort: 8080', ["healthzPort: port 8080 is in use by 'nginx'"]],
  ['healthzPort: 0', []],
  ['address: 10.99.0.3', []],
  ['address: "fd00::3"', []],
  ['address: 10.99.0.255', ["address: '10.99.0.255' is not an address of this host"]],
  ['address: "fd00::4"', ["address: 'fd00::4' is not an address of this host"]],
  ['healthzBindAddress: 192.0.2.1', ["healthzBindAddress: '192.0.2.1' is not an address of this host"]],
  ['protectKernelDefaults: true', []],
  ['reservedSystemCPUs: 0-1', []],
  ['reservedSystemCPUs: 1,7', ['reservedSystemCPUs: not all of the CPUs 1,7 are online: this host has 0-1']],
  ['reservedSystemCPUs: "+2"', ['reservedSystemCPUs: not all of the CPUs +2 are online: this host has 0-1']],
  ['kubeReserved: {cpu: 1500m, memory: 2Gi}\nsystemReserved: {memory: 1Gi}', []],
  [
    'kubeReserved: {cpu: 1500m, memory: 2Gi}\nsystemReserved: {cpu: 501m, memory: 2Gi}',
    [
      'kubeReserved: 2001m of cpu would be reserved, and this host has 2',
      'kubeReserved: 4196Mi of memory would be reserved, and this host has 4Gi',
    ],
  ],
  ['kubeReserved: {cpu: 3000m}\nreservedSystemCPUs: "0"', []],
  [
    'kubeReserved: {memory: 2Gi}\nevictionHard: {memory.available: 75%}',
    ['kubeReserved: 5Gi of memory would be reserved, and this host has 4Gi'],
  ],
  [
    'evictionHard: {memory.available: 500Gi}',
    ['evictionHard: 500Gi of memory would be reserved, and this host has 4Gi'],
  ],
  ['evictionHard: {memory.available: nan%}', []],
  ['memoryManagerPolicy: Static\nreservedMemory: [{numaNode: 0, limits: {memory: 1Gi}}]', []],
  [
    'memoryManagerPolicy: Static\nreservedMemory: [{numaNode: 2, limits: {memory: 1Gi}}]',
    ['reservedMemory: the NUMA node 2 cannot be used: this host has 0'],
  ],
  ['reservedMemory: [{numaNode: 2, limits: {memory: 1Gi}}]', []],
  ['singleProcessOOMKill: true', []],
  ['singleProcessOOMKill: false', ['singleProcessOOMKill: false requires cgroup v2, and this host has cgroup v1']],
  ['cgroupRoot: /lab', []],
  ['cgroupRoot: /partial', ["cgroupRoot: the cgroup '/partial' does not exist on this host"]],
  ['cgroupRoot: /kube-reserved.slice', ["cgroupRoot: the cgroup '/kube-reserved.slice' does not exist on this host"]],
  ['cgroupRoot: /nope', ["cgroupRoot: the cgroup '/nope' does not exist on this host"]],
  ['cgroupRoot: /nope\ncgroupsPerQOS: false\nenforceNodeAllocatable: []', []],
  ['kubeReserved: {cpu: 100m}\nkubeReservedCgroup: /nope', []],
  [
    'kubeReserved: {cpu: 100m}\nkubeReservedCgroup: /nope\nenforceNodeAllocatable: [pods, kube-reserved]',
    ["kubeReservedCgroup: the cgroup '/nope' does not exist on this host"],
  ],
  [
    'kubeReserved: {cpu: 100m}\nkubeReservedCgroup: /kube-reserved.slice\nenforceNodeAllocatable: [pods, kube-reserved]',
    [],
  ],
  [
    'memorySwap: {swapBehavior: LimitedSwap}',
    ['memorySwap.swapBehavior: LimitedSwap requires cgroup v2, and this host has cgroup v1'],
  ],
])('%s', async (body, expected) => {
  await using host = await hostFolder(usual)
  await host.socket('run/containerd/containerd.sock')
  await symlink('/run', await host.make('var/run'))
  await symlink('/etc', await host.make('link/to'))
  await symlink('/gone', await host.make('etc/nowhere'))
  for (const [pid, inode] of [
    [77, 700],
    [88, 801],
    [89, 800],
  ])
    await symlink(`socket:[${inode}]`, await host.make(`proc/${pid}/fd/3`))
  await symlink('socket:[800]', await host.make('proc/88/fd/4'))
  const document = await documentOf(body.includes('failCgroupV1') ? body : always + body)
  const facts = await obstaclesOn(host.path, { document, release: '1.36', mainPid: 77 })
  expect(facts.map(messageOf)).toEqual(expected)
})

const v1Host = { 'sys/fs/cgroup/memory/tasks': '' }

test.each<[body: string, release: Release, files: Readonly<Record<string, string>>, obstacles: readonly string[]]>([
  ['', '1.36', v1Host, ['failCgroupV1: this host has cgroup v1']],
  ['', '1.34', v1Host, []],
  ['', '1.30', v1Host, []],
  ['failCgroupV1: true', '1.34', v1Host, ['failCgroupV1: this host has cgroup v1']],
  [
    'failCgroupV1: false',
    '1.36',
    { 'proc/swaps': 'Filename Type\n/dev/sda2 partition 1\n/swapfile file 2\n' },
    ['failSwapOn: swap is on: /dev/sda2, /swapfile'],
  ],
  ['failSwapOn: false', '1.36', { 'proc/swaps': 'Filename Type\n/dev/sda2 partition 1\n' }, []],
  [
    'protectKernelDefaults: true',
    '1.36',
    { 'proc/sys/vm/overcommit_memory': '0\n', 'proc/sys/kernel/panic': '0' },
    [
      'protectKernelDefaults: the kernel has other settings than the kubelet requires: ' +
        'vm.overcommit_memory is 0, not 1; kernel.panic is 0, not 10',
    ],
  ],
  // What cannot be seen is no obstacle.
  ['address: 10.0.0.1\nport: 1\nreservedSystemCPUs: "9"\ncgroupRoot: /nope', '1.36', {}, []],
])('%s on %s', async (body, release, files, expected) => {
  await using host = await hostFolder({ 'etc/resolv.conf': '', ...files })
  await host.socket('run/containerd/containerd.sock')
  const document = await documentOf(body, release)
  const facts = await obstaclesOn(host.path, { document, release, mainPid: 0 })
  expect(facts.map(messageOf)).toEqual(expected)
})

test('the ports and addresses of this very machine', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  try {
    const document = await documentOf(`healthzPort: ${port}\naddress: 127.0.0.1\nfailCgroupV1: false`)
    const reasons = async (mainPid: number) =>
      (await obstaclesOn('/', { document, release: '1.36', mainPid })).map(({ reason }) => reason)
    expect(await reasons(0)).toContain('HostPortTaken')
    expect(await reasons(process.pid)).not.toContain('HostPortTaken')
  } finally {
    server.close()
  }
})
