import { symlink } from 'node:fs/promises'
import { expect, test } from '@jest/globals'
import { checkHost } from '../../../src/lib/host-check/checks.ts'
import { folderView } from '../../../src/lib/host-check/folder-view.ts'
import type { HostCheck } from '../../../src/lib/host-check/host-checks.ts'
import { type HostView, remembering, Unseen } from '../../../src/lib/host-check/host-view.ts'
import type { Release } from '../../../src/lib/kubelet/model/releases.ts'
import { messageOf } from '../../../src/lib/message/describe.ts'
import { documentOf } from '../kubelet/check/documents.ts'
import { hostFolder } from './host-folder.ts'
import { usual } from './usual-host.ts'

const onV1 = 'failCgroupV1: false\n'

interface Asked {
  readonly files?: Readonly<Record<string, string>>
  readonly release?: Release
  readonly change?: (view: HostView) => HostView
}

/** `met`, `dies` or `lives` with what is missing, or `hidden` with why, for each look with a rule or path of these. */
async function checks(body: string, { files = usual, release = '1.36', change = (view) => view }: Asked = {}) {
  await using host = await hostFolder(files)
  await host.socket('run/containerd/containerd.sock')
  for (const [pid, inode] of [
    [77, 700],
    [88, 801],
  ])
    await symlink(`socket:[${inode}]`, await host.make(`proc/${pid}/fd/3`))
  const document = await documentOf(onV1 + body, release)
  const question = { document, release, kubelet: async (pid: number) => pid === 77 }
  return await checkHost(remembering(change(folderView(host.path))), question)
}

const said = ({ path, rule, outcome }: HostCheck): string =>
  outcome.kind === 'met'
    ? `${rule} ${path} met`
    : `${rule} ${outcome.kind === 'notSeen' ? `${path} hidden` : outcome.stops ? 'dies' : 'lives'}: ${messageOf(outcome.fact)}`

const exceptMet = (all: readonly HostCheck[]) => all.filter(({ outcome }) => outcome.kind !== 'met').map(said)

test('every document has some requirements, and a usual host meets them', async () => {
  expect((await checks('')).map(said)).toEqual([
    'S14 resolvConf met',
    'S14 volumePluginDir met',
    'S14 podLogsDir met',
    'S14 containerRuntimeEndpoint met',
    'S14 address met',
    'S14 healthzBindAddress met',
    'S14 port met',
    'S14 healthzPort met',
    'S14 failSwapOn met',
    'S14 evictionHard met',
  ])
})

const numa = (node: number, eviction: string): string =>
  `memoryManagerPolicy: Static\nkubeReserved: {memory: 100Mi}\nevictionHard: {memory.available: ${eviction}}\n` +
  `reservedMemory: [{numaNode: ${node}, limits: {memory: 200Mi}}]`

test.each<[body: string, expected: readonly string[]]>([
  // What a kubelet exits for, and what it lives without.
  ['resolvConf: /nope', ["S14 lives: resolvConf: '/nope' does not exist on this host"]],
  ['staticPodPath: /nope', ["S14 lives: staticPodPath: '/nope' does not exist on this host"]],
  ['healthzPort: 81', ["S14 lives: healthzPort: port 81 is in use by 'nginx'"]],
  ['readOnlyPort: 81', ["S14 dies: readOnlyPort: port 81 is in use by 'nginx'"]],
  ['port: 10250', []],
  [
    'podLogsDir: /usr/bin/sh',
    ["S14 dies: podLogsDir: '/usr/bin/sh' cannot be created: '/usr/bin/sh' is not a folder that can be written to"],
  ],
  [
    'authentication: {x509: {clientCAFile: pki/ca.crt}}',
    ["S14 lives: authentication.x509.clientCAFile: 'pki/ca.crt' is a relative path"],
  ],
  // One alone is ignored, and both are when the API server signs.
  ['tlsCertFile: /nope.crt', []],
  ['tlsCertFile: /nope.crt\ntlsPrivateKeyFile: /nope.key\nserverTLSBootstrap: true', []],
  [
    'tlsCertFile: /nope.crt\ntlsPrivateKeyFile: /etc/resolv.conf',
    [
      "S14 dies: tlsCertFile: '/nope.crt' does not exist on this host",
      "S14 dies: tlsPrivateKeyFile: '/etc/resolv.conf' does not have a private key in PEM",
    ],
  ],
  [
    'singleProcessOOMKill: false',
    ['V68 dies: singleProcessOOMKill: false requires cgroup v2, and this host has cgroup v1'],
  ],
  ['singleProcessOOMKill: true', []],
  [
    'systemReserved: {memory: 5Gi}',
    ['S14 dies: systemReserved: 5220Mi of memory would be reserved, and this host has 4Gi'],
  ],
  [
    'evictionHard: {memory.available: 5Gi}',
    ['S14 dies: evictionHard: 5Gi of memory would be reserved, and this host has 4Gi'],
  ],
  [
    'evictionSoft: {memory.available: 4Gi}\nevictionSoftGracePeriod: {memory.available: 1m}',
    ['H33 lives: evictionSoft[memory.available]: 4Gi of memory can never be available, because this host has 4Gi'],
  ],
  ['evictionSoft: {memory.available: 3Gi}\nevictionSoftGracePeriod: {memory.available: 1m}', []],
  // Without a folder of NUMA nodes, there is node 0.
  [numa(0, '100Mi'), []],
  [numa(3, '100Mi'), ['S07 dies: reservedMemory: the NUMA node 3 cannot be used: this host has 0']],
  [
    numa(0, '50%'),
    ['S07 dies: evictionHard: reservedMemory has 200Mi, and all other reservations add up to 2148Mi on this host'],
  ],
  [
    'userNamespaces: {idsPerPod: 196608}',
    ["S23 userNamespaces.idsPerPod hidden: '/etc/passwd' cannot be read: no such file or folder"],
  ],
])('%s', async (body, expected) => {
  const files = { ...usual, 'proc/88/comm': 'nginx\n' }
  expect(exceptMet(await checks(body, { files }))).toEqual(expected)
})

test.each<[passwd: string, services: string, expected: string]>([
  [
    'root:x:0:0::/:/bin/sh\n',
    'passwd: files systemd\n',
    "S23 dies: userNamespaces.idsPerPod: requires subordinate IDs of a user 'kubelet', and this host has no such user",
  ],
  ['kubelet:x:9:9::/:/bin/sh\n', '', 'S23 userNamespaces.idsPerPod hidden: the subordinate IDs of the user kubelet'],
  [
    'root:x:0:0::/:/bin/sh\n',
    'passwd: files sss\n',
    'S23 userNamespaces.idsPerPod hidden: the subordinate IDs of the user kubelet',
  ],
])('the IDs of %j with %j', async (passwd, services, expected) => {
  const files = { ...usual, 'etc/passwd': passwd, 'etc/nsswitch.conf': services }
  expect(exceptMet(await checks('userNamespaces: {idsPerPod: 196608}', { files }))).toEqual([expected])
})

test('sockets of CPUs without as many NUMA nodes', async () => {
  const body = 'cpuManagerPolicy: static\nkubeReserved: {cpu: 100m}\ncpuManagerPolicyOptions: {align-by-socket: "true"}'
  const topology = (cpu: number, id: number) => [
    `sys/devices/system/cpu/cpu${cpu}/topology/physical_package_id`,
    `${id}\n`,
  ]
  const machine = (...ids: number[]) => ({ ...usual, ...Object.fromEntries(ids.map((id, cpu) => topology(cpu, id))) })
  expect(exceptMet(await checks(body, { files: machine(0, 1) }))).toEqual([
    'S06 dies: cpuManagerPolicyOptions[align-by-socket]: this host has 2 CPU sockets, and only 1 NUMA node',
  ])
  expect(exceptMet(await checks(body, { files: machine(0, 0) }))).toEqual([])
  const twice = { ...machine(0, 1), 'sys/devices/system/node/online': '0-1\n' }
  expect(exceptMet(await checks(body, { files: twice }))).toEqual([])
})

test('a holder that cannot be seen is not guessed', async () => {
  const change = (view: HostView): HostView => ({
    ...view,
    sockets: async () => ({ holders: new Map(), complete: false }),
  })
  expect(exceptMet(await checks('port: 81', { change }))).toEqual([
    'S14 port hidden: port 81 is in use, and no permission to see by which program',
    // Its own port by default is that of process 77 here.
    'S14 healthzPort hidden: port 10248 is in use, and no permission to see by which program',
  ])
})

test('what has no permission is not seen, and said for each value', async () => {
  const deny = (path: string) => Promise.reject(new Unseen({ reason: 'HostPathForbidden', path }))
  const change = (view: HostView): HostView => ({ ...view, text: deny, kind: deny })
  const found = await checks('protectKernelDefaults: true', { change })
  expect(found.filter(({ outcome }) => outcome.kind !== 'notSeen').map(said)).toEqual([
    // Loopback and "all addresses" are of every host.
    'S14 address met',
    'S14 healthzBindAddress met',
  ])
  expect(exceptMet(found)).toContain(
    "S14 protectKernelDefaults hidden: no permission to look at '/proc/sys/vm/overcommit_memory'",
  )
  expect(exceptMet(found)).toContain("S14 resolvConf hidden: no permission to look at '/etc/resolv.conf'")
})

test('all documents of a run see one host: nothing is read twice', async () => {
  const asked: string[] = []
  const change = (view: HostView): HostView => ({
    ...view,
    text: (path) => {
      asked.push(path)
      return view.text(path)
    },
  })
  await checks('readOnlyPort: 10255\nport: 10251', { change })
  expect(asked.length).toBe(new Set(asked).size)
})
