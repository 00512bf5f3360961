import { existsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { instanceOf, isOfAnother } from './cluster/host/instance.ts'
import { take } from './cluster/lanes/queue.ts'
import { isFileOfPart, rotating, seldom } from './cluster/lanes/rotating.ts'
import { type LaneResults, sumOf } from './cluster/lanes/sum.ts'
import { partOf } from './cluster/part.ts'

type Statuses = Readonly<Record<string, readonly string[]>>

/** Of a lane: for each of its files, what became of its tests. */
const lane = (files: Statuses): LaneResults => ({
  testResults: Object.entries(files).map(([name, statuses], i) => ({
    name,
    startTime: 0,
    endTime: (i + 1) * 1000,
    status: statuses.length > 0 && statuses.every((status) => status === 'passed') ? 'passed' : 'failed',
    assertionResults: statuses.map((status, i) => ({ status, fullName: `${i}` })),
  })),
})

test.each<[string, readonly Statuses[], object]>([
  ['all passed', [{ a: ['passed'], b: ['passed', 'passed'] }, { c: ['passed'] }], { passed: 4 }],
  ['a test failed', [{ a: ['passed'], b: ['failed', 'passed'] }, { c: ['passed'] }], { passed: 3, failed: ['b: 0'] }],
  ['a test was left out', [{ a: ['passed'], b: ['pending'] }, { c: ['passed'] }], { passed: 2, failed: ['b: 0'] }],
  ['a file could not be run', [{ a: ['passed'], b: [] }, { c: ['passed'] }], { passed: 2, failed: ['b'] }],
  ['nobody ran a file', [{ a: ['passed'] }, { c: ['passed'] }], { passed: 2, miscounted: ['b'] }],
  [
    'both ran a file',
    [
      { a: ['passed'], b: ['passed'] },
      { b: ['passed'], c: ['passed'] },
    ],
    { passed: 4, miscounted: ['b'] },
  ],
  ['no lane came to an end', [{}, {}], { passed: 0, miscounted: ['a', 'b', 'c'] }],
])('the sum of two lanes when %s', (_, lanes, expected) => {
  const { passed, failed, miscounted } = sumOf(['a', 'b', 'c'], lanes.map(lane))
  expect({ passed, failed, miscounted }).toEqual({ failed: [], miscounted: [], ...expected })
})

test('files are listed by how long they take', () => {
  expect(sumOf(['a', 'b'], [lane({ a: ['passed'], b: ['passed'] })]).seconds).toEqual([
    ['b', 2],
    ['a', 1],
  ])
})

test('of all who ask for a file, one gets it', async () => {
  const queue = await mkdtemp(join(tmpdir(), 'queue-'))
  expect(['/a', '/a', '/b', '/a', '/b'].map((file) => take(queue, file))).toEqual([true, false, true, false, false])
})

test('what lies below the directory of another cluster is not ours', () => {
  const [ours, other] = [instanceOf(process.env['TEST_CLUSTER_NAME'] ?? ''), instanceOf('another')]
  const paths = [`/run/${ours}/node-a/disk`, `/run/${ours}`, `/run/${other}/node-a/disk`, '/run/lock', '/mnt']
  expect(paths.filter(isOfAnother)).toEqual([`/run/${other}/node-a/disk`])
})

test.each([[['a']], [['a', 'b', 'c', 'd']], [['a', 'b', 'c', 'd', 'e', 'f', 'g']]])(
  'of %j, three parts in a row run each case once, and all run where no part is asked for',
  (cases) => {
    expect(['7', '8', '9'].flatMap((part) => partOf(cases, part)).toSorted()).toEqual(cases)
    expect(partOf(cases)).toEqual(cases)
  },
)

test.each([
  ['three', rotating, ['0', '3', '6']],
  ['nine', seldom, ['0', '3', '6', '9', '12', '15', '18', '21', '24']],
])('each file that takes turns is there, and has its turn in one part of %s', (_, taking, parts) => {
  const files = taking.map((name) => join(import.meta.dirname, 'cluster', `${name}.test.ts`))
  expect(files.filter((file) => !existsSync(file))).toEqual([])
  const turns = parts.map((part) => files.filter((file) => isFileOfPart(file, part)))
  expect(turns.flat().toSorted()).toEqual(files.toSorted())
  const sizes = turns.map(({ length }) => length)
  expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
  expect(isFileOfPart(join(import.meta.dirname, 'cluster', 'smoke.test.ts'), '1')).toBe(true)
})

test('each case of a file that takes turns has its turn, too', () => {
  const file = join(import.meta.dirname, 'cluster', 'clocks', 'steps.test.ts')
  const parts = Array.from({ length: 9 }, (_, part) => String(part)).filter((part) => isFileOfPart(file, part))
  expect(parts.flatMap((part) => partOf(['a', 'b', 'c'], part))).toEqual(['a', 'b', 'c'])
})
