import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { cpuOf } from '../../../src/lib/quantity/cpu.ts'
import { bucketOf } from '../../../src/lib/sizes/desired/size-bucket.ts'
import { nodesize } from '../commands.ts'
import { kubectl } from '../kubectl.ts'
import { onNode, writeOnNode } from '../node.ts'
import { until } from '../until.ts'
import { allocatableOf } from './allocatable.ts'
import { keepInstalled } from './installation.ts'
import { startKubelet } from './kubelet.ts'
import { sizeOf } from './sizes.ts'

const folder = mkdtempSync(join(tmpdir(), 'autoscale-'))
const [hook, machine, killed] = ['hook', 'machine', 'killed'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
]

/** A provider whose machine is a file. `kill`: the first time, it ends whoever runs it with -9 before it is done. */
const script = `#!/bin/sh
set -eu
echo "$NODESIZE_PHASE $NODESIZE_DIRECTION $NODESIZE_OLD_MILLICPU $NODESIZE_NEW_MILLICPU" >>${machine}
case "\${1:-}" in
fail) [ "$NODESIZE_PHASE" = rollback ] ;;
kill) [ -e ${killed} ] || { touch ${killed}; kill -9 $PPID; } ;;
esac
`
const asked = (): readonly string[] => (existsSync(machine) ? readFileSync(machine, 'utf8').trim().split('\n') : [])
const exec = (cpu: bigint, ...more: readonly string[]) =>
  nodesize([
    'autoscale',
    'exec',
    'node-a',
    `--cpu=${cpu}m`,
    '--hook-timeout=1s',
    ...more.slice(1),
    '--',
    hook,
    ...more.slice(0, 1),
  ])
const cpuOfNode = async (): Promise<bigint> => cpuOf((await sizeOf('node-a')).size.cpu)
const store = ['--namespace=kube-system', 'configmap', bucketOf('node-a')]
const note = () => kubectl(['get', ...store, '--output=jsonpath={.data.node-a_machine}'])

let full = 0n
beforeAll(async () => {
  writeFileSync(hook, script)
  chmodSync(hook, 0o755)
  full = (await allocatableOf('node-a')).cpu
})
afterEach(async () => {
  rmSync(machine, { force: true })
  await kubectl(['patch', ...store, '--type=merge', '--patch={"data":{"node-a_machine":null}}'])
})
afterAll(() => rmSync(folder, { recursive: true }))

// Resets the nodes after each test, which no note may forbid any more.
keepInstalled()

test('the machine shrinks after the balloon has taken the room, grows before it gives it, and nothing is done twice', async () => {
  const [half, more] = [full / 2n, full / 2n + 300n]
  expect(await exec(half)).toMatchObject({ exit: 0 })
  expect(await cpuOfNode()).toBe(half)
  expect(await exec(more)).toMatchObject({ exit: 0 })
  expect(await cpuOfNode()).toBe(more)
  expect(await exec(more)).toMatchObject({ exit: 0, stdout: expect.stringContaining('unchanged') })
  expect(asked()).toEqual([`resize shrink ${full} ${half}`, `resize grow ${half} ${more}`])
})

test('a node is not made larger than its machine, and its kubelet cannot say that it is larger', async () => {
  const half = full / 2n
  expect(await exec(half)).toMatchObject({ exit: 0 })
  for (const args of [
    ['set', 'node-a', `--cpu=${half + 1n}m`],
    ['reset', 'node-a'],
    ['set', 'node-a', '--cpu=100%'],
  ])
    expect(await nodesize(args)).toMatchObject({
      exit: 5,
      stderr: expect.stringContaining('nodesize autoscale exec node-a'),
    })
  expect(await cpuOfNode()).toBe(half)
  const kubelet = ['--as=system:node:node-a', '--as-group=system:nodes', '--as-group=system:authenticated']
  const patch = '--patch={"data":{"node-a_machine":"{}"}}'
  await expect(kubectl([...kubelet, 'patch', ...store, '--type=merge', patch])).rejects.toThrow(/forbidden|Forbidden/)
  await kubectl([
    ...kubelet,
    'annotate',
    'node',
    'node-a',
    'nodesize.kubeletcfg.dev/machine={"cpu":"512","memory":"8Ti"}',
  ])
  try {
    expect(await exec(half)).toMatchObject({ exit: 0, stdout: expect.stringContaining('unchanged') })
    expect((await nodesize(['doctor', '--output=json'])).stdout).toContain('MachineAnnotationsIgnored')
  } finally {
    await kubectl(['annotate', 'node', 'node-a', 'nodesize.kubeletcfg.dev/machine-'])
  }
  expect(asked()).toEqual([`resize shrink ${full} ${half}`])
})

test('a provider that fails is asked to undo it, and the node gets its size back', async () => {
  const half = full / 2n
  expect(await exec(half, 'fail')).toMatchObject({ exit: 9, stdout: '' })
  expect(asked()).toEqual([`resize shrink ${full} ${half}`, `rollback grow ${half} ${full}`])
  await until(async () => (await cpuOfNode()) === full - 1n, 'the node is not as before')
  expect(await note()).toBe('')
})

test('killed with -9 while the hook runs, the same command goes on as soon as that hook is over', async () => {
  const half = full / 2n
  expect(await exec(half, 'kill')).toMatchObject({ exit: 137 })
  expect([await cpuOfNode(), JSON.parse(await note()).attempt.step]).toEqual([half, 'provider'])
  const again = await exec(half, 'kill')
  expect(again).toMatchObject({ exit: 0 })
  expect(again.stderr).toContain('another attempt')
  expect(asked()).toEqual([`resize shrink ${full} ${half}`, `resize shrink ${full} ${half}`])
  expect(JSON.parse(await note())).not.toHaveProperty('attempt')
}, 60_000)

test('what the kubelet reports later is waited for', async () => {
  const reserving = '/etc/kubernetes/kubelet.conf.d/60-autoscale.conf'
  const header = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n'
  const restart = async () => {
    await onNode('node-a', ['systemctl', 'restart', 'kubelet'])
    await startKubelet('node-a')
  }
  await writeOnNode('node-a', reserving, `${header}kubeReserved: {cpu: 400m}\n`)
  await restart()
  await until(async () => (await allocatableOf('node-a')).cpu === full - 400n, 'allocatable has not fallen')
  const running = exec(full - 200n, '', '--wait-allocatable', '--timeout=50s')
  await until(async () => asked().length > 0, 'the hook does not run')
  await onNode('node-a', ['rm', reserving])
  await restart()
  expect(await running).toMatchObject({ exit: 0 })
  expect(await cpuOfNode()).toBe(full - 200n)
}, 180_000)
