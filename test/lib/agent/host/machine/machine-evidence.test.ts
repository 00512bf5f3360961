import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { machineEvidence } from '../../../../../src/lib/agent/host/machine/machine-evidence.ts'

const kubeletRoot = '/var/lib/kubelet'
let root: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'machine-'))
})

afterEach(() => rm(root, { recursive: true }))

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
}

const look = () => machineEvidence({ root, kubeletRoot })

test('a machine that shows nothing has nothing that is known but one NUMA node, and no ranges of user IDs', async () => {
  expect(await look()).toEqual({
    idRanges: [],
    numaNodes: 1,
    sharesNoCpu: undefined,
    podsMemory: undefined,
    signals: new Map(),
  })
})

test('what is left, as the kubelet counts it', async () => {
  await write('/proc/meminfo', 'MemTotal:  4 kB\nMemFree:   1 kB\nActive(file): 9 kB\nInactive(file):  2 kB\n')
  await write('/proc/sys/kernel/pid_max', '1000\n')
  await write('/proc/loadavg', '0.1 0.2 0.3 2/400 7\n')
  await write(`${kubeletRoot}/config.yaml`, '')
  const { signals } = await look()
  expect(signals?.get('memory.available')).toEqual({ available: 3072n, capacity: 4096n })
  expect(signals?.get('pid.available')).toEqual({ available: 600n, capacity: 1000n })
  expect(signals?.get('nodefs.available')?.capacity).toBeGreaterThan(0n)
  expect(signals?.has('nodefs.inodesFree')).toBe(true)
})

test.each([
  ['/sys/fs/cgroup/kubepods.slice', 'memory.current', 'inactive_file'],
  ['/sys/fs/cgroup/kubepods', 'memory.current', 'inactive_file'],
  ['/sys/fs/cgroup/memory/kubepods', 'memory.usage_in_bytes', 'total_inactive_file'],
])('the memory of pods in %s, without what the kernel can take back', async (folder, file, inactive) => {
  await write(`${folder}/${file}`, '5000\n')
  await write(`${folder}/memory.stat`, `anon 1\n${inactive} 2000\n`)
  expect((await look()).podsMemory).toBe(3000n)
})

test('NUMA nodes, and pods that have ranges of user IDs on disk', async () => {
  await write('/sys/devices/system/node/online', '0-1\n')
  await write(`${kubeletRoot}/pods/one/userns`, '{}')
  await write(`${kubeletRoot}/pods/two/volumes/x`, '')
  expect(await look()).toMatchObject({ numaNodes: 2, idRanges: ['one'] })
})

test.each([
  ['{"policyName":"static","defaultCpuSet":"","entries":{"uid":{"main":"1"}},"checksum":1}', true],
  ['{"policyName":"static","defaultCpuSet":"0","entries":{"uid":{"main":"1"}},"checksum":1}', false],
  ['{"policyName":"none","defaultCpuSet":"","checksum":1}', false],
  ['{"policyName":"static","defau', undefined],
  ['null', false],
])('the state of a CPU manager that shares no CPU: %s', async (state, sharesNoCpu) => {
  await write(`${kubeletRoot}/cpu_manager_state`, state)
  expect((await look()).sharesNoCpu).toBe(sharesNoCpu)
})
