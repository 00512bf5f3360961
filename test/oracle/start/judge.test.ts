import { expect, test } from '@jest/globals'
import type { ObstacleFact } from '../../../src/lib/host-check/obstacle-messages.ts'
import { startupRules } from '../../../src/lib/kubelet/startup/all.ts'
import { checkedBody } from '../../lib/kubelet/check/documents.ts'
import { generateCase, settled, smaller, textOf } from './generate.ts'
import type { EffectResult } from './host/trial.ts'
import { differenceOf } from './judge.ts'
import { readAtStart } from './read/all.ts'

const lives: EffectResult = { end: 'lives', log: '', healthy: true }
const dies = (log: string): EffectResult => ({ end: 'exit 1', log })
const noFile = dies('run.go:72] "command failed" err="failed to run Kubelet: open /ca.crt: no such file or directory"')
const noFileOfTwoLines = dies(
  'run.go:72] "command failed" err=<\n\tfailed to run Kubelet: open /a\n\tb: no such file or directory\n >\n',
)
const noWord = dies('run.go:72] "command failed" err="failed to run Kubelet: something new"')
const swapOn = dies('"command failed" err="failed to run Kubelet: running with swap on is not supported, please"')
const manyFiles = dies('server.go:260] "Failed to create listener for podResources endpoint" err="too many open files"')
const noRootfs =
  'kubelet.go:1688] "Failed to start ContainerManager" err="failed to get rootfs info: unable to find data in memory cache"'
const manyFilesBefore = dies(
  `container.go:588] Failed to update stats for container "/": openat2 /sys/fs/cgroup/memory/memory.stat: too many open files\n${noRootfs}`,
)
const fewCpus = dies(
  '"command failed" err="failed to run Kubelet: unable to reserve the required amount of CPUs (size of 0)"',
)
const staticMemory =
  'memoryManagerPolicy: Static\nreservedMemory: [{numaNode: 0, limits: {memory: 1Gi}}]\nevictionHard: {memory.available: 9%}\n'
const otherSum = dies(
  '"command failed" err="failed to run Kubelet: the total amount \\"1Gi\\" of type \\"memory\\" is not equal to the value \\"2\\" determined by Node Allocatable feature"',
)
const portTaken = dies(
  'server.go:209] "Failed to listen and serve" err="listen tcp 0.0.0.0:1: bind: address already in use"',
)

const obstacle = (name: string): ObstacleFact => ({
  reason: 'HostPathNotFound',
  subject: { kind: 'Field', name },
  path: '/a',
})
const clientCa = 'authentication: {x509: {clientCAFile: /ca.crt}}\n'
const ca = [obstacle('authentication.x509.clientCAFile')]

test.each<[body: string, obstacles: readonly ObstacleFact[], ending: EffectResult, how: string | undefined]>([
  ['maxPods: 5\n', [], lives, undefined],
  ['maxPods: 5\n', [], noWord, 'dies without a finding'],
  ['maxPods: 5\n', [], { ...lives, healthy: false }, 'lives without its health check'],
  ['maxPods: 5\n', [obstacle('healthzPort')], { ...lives, healthy: false }, undefined],
  ['healthzBindAddress: " "\n', [], { ...lives, healthy: false }, undefined],
  ['maxPods: 5\n', [obstacle('resolvConf')], lives, undefined],
  ['maxPods: 5\n', [], { end: 'hangs', log: '' }, 'hangs'],
  ['syncFrequency: -1s\n', [], noWord, undefined],
  ['syncFrequency: -1s\n', [], lives, 'an error, and it lives'],
  ['healthzPort: 10250\n', [], lives, undefined],
  ['healthzPort: 10250\n', [], { ...lives, healthy: false }, undefined],
  [clientCa, ca, noFile, undefined],
  [clientCa, [], lives, undefined],
  [clientCa, ca, lives, 'an obstacle, and it lives'],
  [clientCa, [], noFile, 'the host lacks something that no obstacle names'],
  [clientCa, ca, noWord, 'dies without a finding'],
  ['authentication: {x509: {clientCAFile: "a\\nb"}}\n', ca, noFileOfTwoLines, undefined],
  ['maxPods: 5\n', ca, noFile, 'the host lacks something that no finding names'],
  ['maxPods: 5\n', [obstacle('failSwapOn')], swapOn, undefined],
  ['failSwapOn: true\n', [obstacle('failSwapOn')], swapOn, undefined],
  ['kubeReserved: {cpu: "2"}\ncpuManagerPolicy: static\n', [obstacle('kubeReserved')], fewCpus, undefined],
  [staticMemory, [obstacle('evictionHard')], otherSum, undefined],
  [staticMemory, [], otherSum, 'the host lacks something that no obstacle names'],
  ['maxOpenFiles: 20\n', [], manyFiles, undefined],
  ['maxOpenFiles: 20\n', [], manyFilesBefore, undefined],
  ['maxOpenFiles: 20\n', [], dies(noRootfs), 'dies without a finding'],
  ['maxOpenFiles: 100\n', [], manyFiles, 'the host lacks something that no finding names'],
  ['port: 1\n', [obstacle('port')], portTaken, undefined],
  ['port: 1\n', [obstacle('authentication')], portTaken, 'the host lacks something that no obstacle names'],
])('%j with %j', async (body, obstacles, ending, how) => {
  const checked = await checkedBody(body)
  expect(differenceOf({ checked, obstacles, ending })?.how).toBe(how)
})

test('a hazard is no word about an exit', async () => {
  const checked = await checkedBody('podLogsDir: /srv/logs\n')
  const logs = dies('"Failed to initialize internal modules" err="error creating pod logs root directory: no"')
  const [remark] = checked.findings
  const outcome = { checked, obstacles: [obstacle('podLogsDir')], ending: logs }
  expect(differenceOf(outcome)).toBeUndefined()
  const hazard = { ...checked, findings: [{ ...remark!, stage: 'operation' as const }] }
  expect(differenceOf({ ...outcome, checked: hazard })?.how).toBe('the host lacks something that no finding names')
})

test('each field of a start-up rule is tried', () => {
  const tried = new Set(readAtStart.flatMap(({ settings }) => settings.flatMap((setting) => Object.keys(setting))))
  const asked = startupRules.flatMap(({ fields }) => fields.map((field) => field.split('.')[0]!))
  expect([...new Set(asked)].filter((field) => !tried.has(field))).toEqual([])
})

test('a seed has one document that validation takes, and seeds differ', async () => {
  const texts = await Promise.all(
    Array.from({ length: 40 }, async (_, seed) => textOf((await generateCase(seed, '1.36')).fields)),
  )
  expect(textOf((await generateCase(7, '1.36')).fields)).toBe(texts[7])
  expect(new Set(texts).size).toBeGreaterThan(35)
})

test('smaller ones lack a field, an entry or an item', () => {
  const string = (value: string) => ({ type: 'string', value }) as const
  const fields = [
    ['a', { type: 'list', items: [string('x'), string('y')] }],
    ['b', { type: 'map', entries: [['c', string('z')]] }],
  ] as const
  expect(smaller({ kind: 'plain', fields }).map((one) => textOf(one.fields).split('\n').slice(2, -1))).toEqual([
    ['b: {"c": "z"}'],
    ['a: ["x", "y"]'],
    ['a: ["y"]', 'b: {"c": "z"}'],
    ['a: ["x"]', 'b: {"c": "z"}'],
    ['a: ["x", "y"]', 'b: {}'],
  ])
})

test('relative paths are in the folder of the document', () => {
  const path = { type: 'string', value: 'pki/ca.crt' } as const
  const nested = { type: 'map', entries: [['clientCAFile', path]] } as const
  expect(
    textOf(
      settled(
        [
          ['x509', nested],
          ['podCIDR', path],
        ],
        '/etc',
      ),
    ),
  ).toContain('x509: {"clientCAFile": "/etc/pki/ca.crt"}\npodCIDR: "pki/ca.crt"\n')
})
