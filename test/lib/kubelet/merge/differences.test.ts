import { expect, test } from '@jest/globals'
import { plain } from '../../../../src/lib/kubelet/defaults/plain.ts'
import { differences } from '../../../../src/lib/kubelet/merge/differences.ts'
import { merge } from '../../../../src/lib/kubelet/merge/merge.ts'
import { provenance } from '../../../../src/lib/kubelet/merge/provenance.ts'
import { readConfigz } from '../../../../src/lib/yaml/read/read-configz.ts'
import { layersOf, type Start } from './assemble.ts'

const twice = (...priorities: readonly number[]): string =>
  `[${priorities.map((priority) => `{priority: ${priority}, shutdownGracePeriodSeconds: ${priority + 10}}`).join()}]`
const byPriority = (list: string): string => `shutdownGracePeriodByPodPriority: ${list}\n`
const memory = (limits: string): string => `reservedMemory: [{numaNode: 1${limits}}]\n`

async function differing(start: Start, fields: string): Promise<readonly string[]> {
  const layers = await layersOf(start)
  const merged = merge(layers)
  const running = merge(await layersOf({ ...start, file: fields }))
  if (merged.outcome === 'refused' || running.outcome === 'refused') throw new Error('refused')
  const reported = await readConfigz(JSON.stringify({ kubeletconfig: plain(running.document) }), '1.36')
  return differences(provenance(merged.document, layers), reported!)
}

/** What kubelets 1.33 and 1.36 report of their files: the fields that differ from what they should run with. */
test.each<readonly [name: string, start: Start, reported: string, expected: readonly string[]]>([
  ['priorities are sorted in place', { file: byPriority(twice(100, 5)) }, byPriority(twice(5, 100)), []],
  ['also without', { file: byPriority(twice(5, 100)) }, byPriority(twice(5, 100)), []],
  [
    'other priorities',
    { file: byPriority(twice(100, 5)) },
    byPriority(twice(5, 200)),
    ['shutdownGracePeriodByPodPriority'],
  ],
  ['one less', { file: byPriority(twice(100, 5)) }, byPriority(twice(5)), ['shutdownGracePeriodByPodPriority']],
  ['none', { file: byPriority(twice(5)) }, '', ['shutdownGracePeriodByPodPriority']],
  [
    'the order of other lists counts',
    { file: 'clusterDNS: [10.0.0.2, 10.0.0.1]' },
    'clusterDNS: [10.0.0.1, 10.0.0.2]',
    ['clusterDNS'],
  ],
  ['no limits', { file: memory(', limits: {}'), dropIns: {} }, memory(', limits: {}'), []],
  ['limits that were not given', { file: memory(''), dropIns: {} }, memory(', limits: null'), []],
])('%s', async (_name, start, reported, expected) => {
  expect(await differing(start, reported)).toEqual(expected)
})
