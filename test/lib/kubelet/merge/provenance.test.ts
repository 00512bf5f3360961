import { expect, test } from '@jest/globals'
import { fieldsOf, type Start, summary } from './assemble.ts'

const all: Start = {
  file: 'maxPods: 60\nevictionHard: {memory.available: 1Gi}',
  dropIns: { '10.conf': 'maxPods: 70\nport: 10350', '20.conf': 'maxPods: 80' },
  flags: ['--max-pods=90'],
}

test.each<[string, Start, string, string]>([
  [
    'every layer, the strongest first',
    all,
    'maxPods',
    '90 flag:max-pods < 80 drop-in:20.conf < 70 drop-in:10.conf < 60 file:config.yaml',
  ],
  ['a value that nothing shadows', all, 'port', '10350 drop-in:10.conf'],
  ['a default', all, 'healthzPort', '10248 default'],
  ['a threshold of the file', all, 'evictionHard[memory.available]', '"1Gi" file:config.yaml'],
  [
    'a default threshold that the file takes away',
    all,
    'evictionHard[nodefs.available]',
    'removed file:config.yaml < "10%" default',
  ],
  [
    'a default that came back',
    { file: 'maxPods: 60', dropIns: { a: 'maxPods: null' } },
    'maxPods',
    '110 default < 60 file:config.yaml',
  ],
  [
    'thresholds that null removes',
    { file: 'evictionHard: {memory.available: 1Gi}', dropIns: { a: 'evictionHard: null' } },
    'evictionHard[memory.available]',
    'removed drop-in:a < "1Gi" file:config.yaml < "100Mi" default',
  ],
  [
    'a map that a flag replaces',
    { file: 'systemReserved: {cpu: 100m}', flags: ['--system-reserved=memory=1Gi'] },
    'systemReserved[cpu]',
    'removed flag:system-reserved < "100m" file:config.yaml',
  ],
  [
    'gates one by one',
    { file: 'featureGates: {AllAlpha: true, AllBeta: true}', flags: ['--feature-gates=AllBeta=false,AllAlpha=true'] },
    'featureGates[AllBeta]',
    'false flag:feature-gates < true file:config.yaml',
  ],
  [
    'what the kubelet computes',
    { file: 'reservedSystemCPUs: 0,2-3\nsystemReserved: {cpu: 100m}' },
    'systemReserved[cpu]',
    '"3" computed:reservedSystemCPUs < "100m" file:config.yaml',
  ],
  [
    'a default that follows from a field is of that field',
    { file: 'nodeStatusUpdateFrequency: 20s' },
    'nodeStatusReportFrequency',
    '"20s" file:config.yaml',
  ],
  ['a name in another case', { file: '', dropIns: { a: 'maxpods: 70' } }, 'maxPods', '70 drop-in:a'],
])('%s', async (_name, start, path, expected) => {
  expect(summary((await fieldsOf(start)).get(path))).toBe(expected)
})

test('lines are those of the files', async () => {
  const fields = await fieldsOf(all)
  expect(fields.get('port')?.origin).toEqual({ kind: 'drop-in', file: '10.conf', line: 4 })
  expect(fields.get('maxPods')?.shadows.at(-1)?.origin).toEqual({ kind: 'file', file: 'config.yaml', line: 3 })
})

test('every field of a release is there once, in the order of the type', async () => {
  const paths = [...(await fieldsOf({ file: '' })).keys()]
  expect(paths.slice(0, 3)).toEqual(['enableServer', 'podLogsDir', 'syncFrequency'])
  expect(new Set(paths).size).toBe(paths.length)
  expect(paths.length).toBeGreaterThan(80)
})
