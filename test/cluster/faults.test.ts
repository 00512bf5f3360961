import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { makeClockAdjustable, setClock } from './faults/clock.ts'
import { fillDisk, freeDisk, makeReadOnly, makeWritable } from './faults/disk.ts'
import { killUnit, replaceKubelet } from './faults/kubelet.ts'
import { cutNetwork, restoreNetwork } from './faults/network.ts'
import { cutPower, reboot } from './faults/power.ts'
import { applyObjects, kubectl } from './kubectl.ts'
import type { NodeDescription } from './machine/nodes.ts'
import { containerPids, onNode, writeOnNode } from './node.ts'
import { makeNode, removeNodes, untilReady } from './own-node.ts'
import { pausePod, waitForPod } from './pods.ts'
import { until } from './until.ts'
import { newestVersion, versionBefore } from './versions.ts'

let plain: NodeDescription
let kubeadm: NodeDescription
let k3s: NodeDescription

beforeAll(async () => {
  ;[plain, kubeadm, k3s] = (await Promise.all([
    makeNode(),
    makeNode({ layout: 'kubeadm', kubelet: 'previous' }),
    makeNode({ layout: 'k3s' }),
  ])) as [NodeDescription, NodeDescription, NodeDescription]
})

afterAll(removeNodes)

const read = async (node: NodeDescription, path: string): Promise<string> =>
  (await onNode(node.name, ['cat', path])).trimEnd()

const commandLine = async (node: NodeDescription, unit: string): Promise<string> =>
  (
    await onNode(node.name, [
      'sh',
      '-ec',
      'tr "\\0" " " </proc/$(systemctl show --property=MainPID --value "$0")/cmdline',
      unit,
    ])
  ).trim()

const versionOf = async ({ name }: NodeDescription): Promise<string> =>
  kubectl(['get', 'node', name, '--output=jsonpath={.status.nodeInfo.kubeletVersion}'])

describe('a node has the layout', () => {
  test('of its own', async () => {
    expect(await commandLine(plain, 'kubelet')).toBe(
      `/usr/local/bin/kubelet --kubeconfig=/etc/kubernetes/kubelet.conf --config=/var/lib/kubelet/config.yaml --config-dir=/etc/kubernetes/kubelet.conf.d --node-ip=${plain.address}`,
    )
    expect(await versionOf(plain)).toBe(newestVersion)
  })

  test('of the packages of kubeadm', async () => {
    expect(await commandLine(kubeadm, 'kubelet')).toBe(
      `/usr/bin/kubelet --bootstrap-kubeconfig=/etc/kubernetes/bootstrap-kubelet.conf --kubeconfig=/etc/kubernetes/kubelet.conf --config=/var/lib/kubelet/config.yaml --node-ip=${kubeadm.address}`,
    )
    const show = [
      'systemctl',
      'show',
      'kubelet',
      '--property=FragmentPath,DropInPaths,RestartUSec,StartLimitIntervalUSec',
    ]
    expect((await onNode(kubeadm.name, show)).trim().split('\n').toSorted()).toEqual([
      'DropInPaths=/usr/lib/systemd/system/kubelet.service.d/10-kubeadm.conf',
      'FragmentPath=/lib/systemd/system/kubelet.service',
      'RestartUSec=10s',
      'StartLimitIntervalUSec=0',
    ])
    expect(await versionOf(kubeadm)).toBe(versionBefore)
  })

  test('of k3s', async () => {
    expect(await commandLine(k3s, 'k3s')).toBe('/usr/local/bin/k3s server')
    expect(await onNode(k3s.name, ['sh', '-c', 'pidof kubelet || systemctl is-enabled kubelet || :'])).toBe('')
    expect(await versionOf(k3s)).toBe(newestVersion)
  })
})

test('a pod outlives a restart of the kubelet, and its kubelet a SIGKILL', async () => {
  await applyObjects([pausePod({ name: 'on-own-node', nodeName: plain.name })])
  await waitForPod('on-own-node')
  const before = await containerPids(plain.name)
  await killUnit(plain.name, 'kubelet')
  const restarts = async () => onNode(plain.name, ['systemctl', 'show', '--property=NRestarts', '--value', 'kubelet'])
  await until(async () => (await restarts()) === '1\n', 'the kubelet was not restarted')
  expect(before.size).toBe(2)
  expect(await containerPids(plain.name)).toEqual(before)
})

describe('after', () => {
  const boot = async (node: NodeDescription) => ({
    id: await read(node, '/proc/sys/kernel/random/boot_id'),
    uptime: Number((await read(node, '/proc/uptime')).split(' ')[0]),
  })

  test('a reboot the node has its files, another boot id, and a new time since the boot', async () => {
    await writeOnNode(plain.name, '/etc/not-synced', 'kept')
    await writeOnNode(plain.name, '/run/gone', 'lost')
    const before = await boot(plain)
    await reboot(plain)
    const after = await boot(plain)
    expect(after.id).not.toBe(before.id)
    expect(after.uptime).toBeLessThan(before.uptime)
    expect(await read(plain, '/etc/not-synced')).toBe('kept')
    await expect(read(plain, '/run/gone')).rejects.toThrow('No such file')
    const reported = ['get', 'node', plain.name, '--output=jsonpath={.status.nodeInfo.bootID}']
    await until(async () => (await kubectl(reported)) === after.id, 'the kubelet has not reported the boot')
    await untilReady(plain.name)
  })

  test('a power cut the node has what was synced', async () => {
    await writeOnNode(kubeadm.name, '/var/lib/kubelet/synced', 'kept')
    await onNode(kubeadm.name, ['sync', '/var/lib/kubelet/synced', '/var/lib/kubelet'])
    await writeOnNode(kubeadm.name, '/var/lib/kubelet/not-synced', 'lost')
    await cutPower(kubeadm)
    expect(await onNode(kubeadm.name, ['sh', '-c', 'cd /var/lib/kubelet; cat synced not-synced || :'])).toBe('kept')
    await untilReady(kubeadm.name)
  })
})

test('a node whose network is cut hears nothing until it is restored', async () => {
  const reach = ['curl', '--silent', '--insecure', '--max-time', '2', 'https://10.99.0.1:6443/readyz']
  const answer = (): Promise<string> => onNode(plain.name, reach).catch(() => 'none')
  await until(async () => (await answer()) === 'ok', 'the node does not reach the API server')
  await cutNetwork(plain.name)
  expect(await answer()).toBe('none')
  await restoreNetwork(plain.name)
  await until(async () => (await answer()) === 'ok', 'the network is still cut')
})

describe('on a disk', () => {
  const write = (path: string): Promise<void> => writeOnNode(kubeadm.name, path, 'x'.repeat(5000))

  test('that is full, no folder takes a file', async () => {
    await fillDisk(kubeadm.name)
    await expect(write('/etc/one')).rejects.toThrow('No space left on device')
    await expect(write('/var/lib/kubelet/one')).rejects.toThrow('No space left on device')
    await freeDisk(kubeadm.name)
    await write('/etc/one')
  })

  test('a folder that is read-only takes no file', async () => {
    await makeReadOnly(kubeadm.name, '/etc/kubernetes')
    await expect(write('/etc/kubernetes/one')).rejects.toThrow('Read-only file system')
    await makeWritable(kubeadm.name, '/etc/kubernetes')
    await write('/etc/kubernetes/one')
  })
})

test('the clock of a unit can be set while it runs, and time since the boot goes on', async () => {
  // Written beside and renamed: a reader never sees a part.
  const write = "fs.writeFileSync('/run/clock.new', [Date.now(), performance.now()].join())"
  const program = `setInterval(() => { ${write}; fs.renameSync('/run/clock.new', '/run/clock') }, 20)`
  const unit = `[Service]\nExecStart=${process.execPath} -e "${program}"\n`
  await writeOnNode(plain.name, '/etc/systemd/system/clock.service', unit)
  await makeClockAdjustable(plain.name, 'clock.service')
  const clock = async () => (await read(plain, '/run/clock')).split(',').map(Number) as [wall: number, running: number]
  const isAhead = async (least: number, most: number): Promise<boolean> => {
    const ahead = ((await clock())[0] - Date.now()) / 1000
    return ahead > least && ahead < most
  }
  await until(() => isAhead(-5, 5), 'the clock is wrong')
  const [, before] = await clock()
  await setClock(plain.name, 3600)
  await until(() => isAhead(3595, 3605), 'the clock was not set forward')
  await setClock(plain.name, -3600)
  await until(() => isAhead(-3605, -3595), 'the clock was not set back')
  const [, after] = await clock()
  expect(after - before).toBeGreaterThan(0)
  expect(after - before).toBeLessThan(60_000)
  await onNode(plain.name, ['systemctl', 'stop', 'clock'])
})

test('a kubelet that is replaced by another version runs it after its restart', async () => {
  await replaceKubelet(kubeadm.name, 'current')
  expect(await onNode(kubeadm.name, ['kubelet', '--version'])).toBe(`Kubernetes ${newestVersion}\n`)
  await onNode(kubeadm.name, ['systemctl', 'restart', 'kubelet'])
  await until(async () => (await versionOf(kubeadm)) === newestVersion, 'the other version does not run')
})
