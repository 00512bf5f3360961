import { expect, test } from '@jest/globals'
import { type Upgrade, upgrade } from '../../../../../src/lib/kubelet/changes/upgrade/upgrade.ts'
import { checkForEach } from '../../../../../src/lib/kubelet/check/check.ts'
import type { Release } from '../../../../../src/lib/kubelet/model/releases.ts'
import { readDocument } from '../../../../../src/lib/yaml/read/read.ts'
import { header } from '../../check/documents.ts'

async function from(body: string, [before, after]: [Release, Release]): Promise<Upgrade> {
  return upgrade(checkForEach(await readDocument(header + body), [before, after]))
}

test('rules that start to bite are told from those that have bitten before', async () => {
  const { findings } = await from('featureGates: {SidecarContainers: true}\nimageGCHighThresholdPercent: 101\n', [
    '1.36',
    '1.37',
  ])
  expect(findings.map(({ rule, isNew }) => [rule, isNew])).toEqual([
    ['V01', true],
    ['V11', false],
  ])
})

test('a hazard that the older release has as well is not told', async () => {
  const loss = 'evictionHard: {memory.available: 500Mi}\nmergeDefaultEvictionSettings: true\n'
  const lease = 'nodeLeaseDurationSeconds: 90\n'
  expect((await from('maxPods: 2\n', ['1.35', '1.36'])).findings).toEqual([])
  expect((await from(lease, ['1.31', '1.32'])).findings).toEqual([])
  expect((await from(loss, ['1.32', '1.33'])).findings).toEqual([])
  expect((await from('rotateCertificates: false\n', ['1.30', '1.36'])).findings).toEqual([])
})

test('defaults that change are told, unless the document decides', async () => {
  const spans: [Release, Release] = ['1.34', '1.35']
  const { defaults } = await from('maxPods: 5\n', spans)
  expect(defaults).toContainEqual({
    path: 'failCgroupV1',
    before: 'false',
    after: 'true',
    isNew: false,
    isWritten: false,
    hazard: { reason: 'ExitsOnCgroupV1' },
  })
  expect(defaults.map(({ path }) => path)).not.toContain('maxPods')
  const decided = await from('failCgroupV1: false\n', spans)
  expect(decided.defaults.map(({ path }) => path)).not.toContain('failCgroupV1')
})

test('a field that comes with the newer release is new', async () => {
  const { defaults } = await from('maxPods: 5\n', ['1.29', '1.30'])
  expect(defaults).toContainEqual({ path: 'podLogsDir', after: '/var/log/pods', isNew: true, isWritten: false })
})

test('what the older release has ignored in the document is told when it counts', async () => {
  const { defaults } = await from('mergeDefaultEvictionSettings: true\nevictionHard: {pid.available: 5%}\n', [
    '1.32',
    '1.33',
  ])
  const told = defaults.filter(({ path }) => path === 'mergeDefaultEvictionSettings' || path.startsWith('evictionHard'))
  expect(told.map(({ path, after, isNew, isWritten }) => [path, after, isNew, isWritten])).toEqual([
    ['evictionHard[imagefs.available]', '15%', false, false],
    ['evictionHard[imagefs.inodesFree]', '5%', false, false],
    ['evictionHard[memory.available]', '100Mi', false, false],
    ['evictionHard[nodefs.available]', '10%', false, false],
    ['evictionHard[nodefs.inodesFree]', '5%', false, false],
    ['mergeDefaultEvictionSettings', 'true', true, true],
  ])
})

test('gates that are named, or decide about rules, are told when they change', async () => {
  const { gates } = await from('featureGates: {NodeSwap: true}\n', ['1.33', '1.34'])
  expect(gates).toContainEqual({ name: 'NodeSwap', change: 'locked', on: true, named: true })
})

test.each<[gate: string, spans: [Release, Release]]>([
  ['KubeletCrashLoopBackOffMax', ['1.34', '1.35']],
  ['KubeletEnsureSecretPulledImages', ['1.32', '1.35']],
  ['KubeletCgroupDriverFromCRI', ['1.30', '1.36']],
  ['NodeLogQuery', ['1.35', '1.36']],
])('the gate %s, which fields depend on and nobody names, is on by default from %j', async (name, spans) => {
  const { gates } = await from('maxPods: 5\n', spans)
  expect(gates).toContainEqual({ name, change: 'default', on: true, named: false })
})

test('a gate that no field depends on is told when it is named', async () => {
  const spans: [Release, Release] = ['1.35', '1.36']
  const names = async (body: string) => (await from(body, spans)).gates.map(({ name }) => name)
  expect(await names('maxPods: 5\n')).not.toContain('UserNamespacesSupport')
  expect(await names('featureGates: {UserNamespacesSupport: true}\n')).toContain('UserNamespacesSupport')
})

test('an unreadable document has findings, and nothing else', async () => {
  expect(await from('maxPods: [\n', ['1.33', '1.34'])).toMatchObject({ defaults: [], gates: [] })
})
