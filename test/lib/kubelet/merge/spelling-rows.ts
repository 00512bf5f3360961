import type { Row } from './value-rows.ts'

const taints = 'registerWithTaints'

/** Numbers that JSON and YAML spell in several ways, and fields whose names are spelled so. */
export const spellingRows: readonly Row[] = [
  // A drop-in is encoded once more before it is merged, and its numbers as Go prints an int64 or a float64.
  ...[
    ['{"eventRecordQPS":-1E+1}', -10],
    ['{"eventRecordQPS":70.0}', 70],
    ['{"eventRecordQPS":700e-1}', 70],
    ['{"eventRecordQPS":-0}', 0],
    ['{"eventRecordQPS":-0.0}', 0],
    ['eventRecordQPS: 7e1', 70],
    ['eventRecordQPS: -0.0', 0],
    ['eventRecordQPS: 0x10', 16],
    ['{"eventRecordQPS":-1E+1,"eventrecordqps":1}', 1],
    ['{"eventRecordQPS":1,"EVENTRECORDQPS":-1E+1}', 1],
  ].map(([fields, value]): Row => [`${fields}`, { file: '', dropIns: { a: `${fields}` } }, 'eventRecordQPS', value]),
  ['YAML has no zero with a sign', { file: '', dropIns: { a: 'logging: {verbosity: -0.0}' } }, 'logging.verbosity', 0],
  [
    'a quantity written with escapes',
    { file: '', dropIns: { a: '{"reservedMemory":[{"numaNode":0,"limits":{"memory":"\\u0031Gi"}}]}' } },
    'reservedMemory',
    [{ numaNode: 0, limits: { memory: '1Gi' } }],
  ],
  [
    'kind with the sign of the kelvin, too, which comes last',
    { file: '', dropIns: { a: '{"maxPods":70,"\u212aind":"Pod"}' } },
    'maxPods',
    70,
  ],
  // Of a list, each spelling is decoded into the elements of the one before.
  [
    'the list of the file, also what it leaves out and Go writes',
    {
      file: 'registerWithTaints: [{value: a}, {key: b}]',
      dropIns: { a: 'REGISTERWITHTAINTS: [{effect: NoSchedule, value: x}, {key: w, value: v, effect: NoExecute}]' },
    },
    taints,
    [{ value: 'a' }, { key: 'b', value: 'v' }],
  ],
  [
    'what a shorter list has hidden comes back',
    {
      file: 'registerWithTaints: [{key: d}, {key: e}]',
      dropIns: {
        a: 'REGISTERWITHTAINTS: [{key: a, value: x}, {key: b, value: v}]',
        b: 'RegisterWithTaints: [{key: c}]',
      },
    },
    taints,
    [
      { key: 'd', value: 'x' },
      { key: 'e', value: 'v' },
    ],
  ],
  [
    'null in a list is lost',
    { file: '', dropIns: { a: timed('REGISTERWITHTAINTS'), b: 'RegisterWithTaints: [{key: b, timeAdded: null}]' } },
    taints,
    [{ key: 'b', timeAdded: '2026-01-02T03:04:05Z' }],
  ],
  [
    'unless the list replaces a mapping',
    {
      file: '',
      dropIns: {
        a: `${timed('REGISTERWITHTAINTS')}\nRegisterWithTaints: {a: 1}`,
        b: 'RegisterWithTaints: [{key: b, timeAdded: null}]',
      },
    },
    taints,
    [{ key: 'b' }],
  ],
  [
    'a time of zero is null in the file',
    {
      file: 'registerWithTaints: [{key: b, timeAdded: "0001-01-01T00:00:00Z"}]',
      dropIns: { a: timed('REGISTERWITHTAINTS') },
    },
    taints,
    [{ key: 'b' }],
  ],
  [
    'a struct that the file does not have has nothing to replace',
    { file: '', dropIns: { a: 'MemorySwap: {swapBehavior: NoSwap}' } },
    'memorySwap.swapBehavior',
    'NoSwap',
  ],
  [
    'a verbosity of zero does',
    { file: '', dropIns: { a: 'LOGGING: {verbosity: 3, format: json}' } },
    'logging.verbosity',
    0,
  ],
  // Up to 1.31, the file has the names of Go, and all of them.
  [
    'the file of 1.31 comes after what sorts before its name',
    { file: '', dropIns: { a: 'MEMORYSWAP: {swapBehavior: NoSwap}' }, release: '1.31' },
    'memorySwap.swapBehavior',
    undefined,
  ],
  [
    'and its lists after those',
    {
      file: 'registerWithTaints: [{value: a}]',
      dropIns: { a: 'REGISTERWITHTAINTS: [{key: x, effect: NoSchedule}]' },
      release: '1.31',
    },
    taints,
    [{ value: 'a' }],
  ],
]

function timed(name: string): string {
  return `${name}: [{key: a, timeAdded: "2026-01-02T03:04:05Z"}]`
}
