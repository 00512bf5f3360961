import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import * as library from '../src/lib/nodesize.ts'
import { Machine } from './lib/sizes/autoscale/machines.ts'
import { bindPod } from './lib/sizes/resize/balloons.ts'
import { fourCores } from './lib/sizes/resize/four-cores.ts'
import type { InProcess } from './support/in-process.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** Programs rely on each of them: a change here is a change for users. */
test('the values of kubeletcfg/nodesize are what was agreed', () => {
  expect(Object.keys(library).toSorted()).toEqual([
    ...['Failure', 'autoscaleNode', 'connect', 'formatAmounts', 'messageOf', 'parseAmounts', 'planResize'],
    ...['readNodeSizes', 'readPendingPods', 'resizeNode'],
  ])
})

test('docs/library.md names all that it exports', () => {
  const text = read('src/lib/nodesize.ts')
  const lists = [...text.matchAll(/^export (?:type )?\{([^}]+)\}/gm)].flatMap(([, names = '']) => names.split(','))
  const own = [...text.matchAll(/^export (?:async )?(?:function|const|interface|type) (\w+)/gm)].map(
    ([, name = '']) => name,
  )
  const names = [
    ...lists.map((name) =>
      name
        .trim()
        .replace(/^type /, '')
        .replace(/^\w+ as /, ''),
    ),
    ...own,
  ]
  const page = read('docs/library.md')
  expect(names).toContain('Preview')
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})

test('package.json leads to it', () => {
  const { exports } = JSON.parse(read('package.json')) as { exports: Record<string, unknown> }
  expect(exports['./nodesize']).toEqual({ types: './dist/lib/nodesize.d.ts', default: './dist/lib/nodesize.js' })
  expect(JSON.parse(read('tsconfig.build.json')).files).toContain('src/lib/nodesize.ts')
})

describe('a mistake in a program is a TypeError that names it, before anything is sent', () => {
  let world: InProcess
  beforeEach(() => {
    world = fourCores()
  })
  afterEach(() => world[Symbol.dispose]())
  type Loose = (...args: readonly unknown[]) => unknown
  const functions = { ...library } as unknown as Readonly<Record<string, Loose>>
  const call = (name: keyof typeof library, ...args: readonly unknown[]) => (async () => functions[name]!(...args))()
  const good = { node: 'node-a', size: { cpu: 2000n } }
  const provider = { resize: async () => ({ kind: 'done' }) }

  test.each<[keyof typeof library, readonly unknown[], string]>([
    ['connect', [{}], 'userAgent must be'],
    ['connect', [], 'the options must be an object'],
    ['connect', [{ userAgent: 'x', kubconfig: 'y' }], "unknown option 'kubconfig'"],
    ['connect', [{ userAgent: 'x', requestTimeoutMs: '5' }], 'requestTimeoutMs must be'],
    ['parseAmounts', [{ cpus: '4' }], "unknown resource 'cpus'"],
    ['parseAmounts', [{ cpu: 4 }], 'cpu must be'],
    ['parseAmounts', ['4'], 'the amounts must be an object'],
    ['readNodeSizes', ['CLUSTER', { by: 'bogus' }], "by must be one of all, name, label, not 'bogus'"],
    ['readNodeSizes', ['CLUSTER', {}], 'by must be one of'],
    ['readNodeSizes', ['CLUSTER', { by: 'name' }], 'names must be a list'],
    ['readNodeSizes', ['CLUSTER', { by: 'name', names: [] }], 'names must be a list'],
    ['readNodeSizes', ['CLUSTER', { by: 'name', names: 'node-a' }], 'names must be a list'],
    ['readNodeSizes', ['CLUSTER', { by: 'label', selector: '' }], 'selector must be'],
    ['readNodeSizes', ['CLUSTER', { by: 'all', names: ['a'] }], "unknown field 'names'"],
    ['readNodeSizes', ['CLUSTER', { by: 'all' }, { sginal: 1 }], "unknown option 'sginal'"],
    ['readPendingPods', ['CLUSTER', { signal: 'x' }], 'signal must be an AbortSignal'],
    ['planResize', [{}, { cpu: 2 }], 'cpu must be a bigint'],
    ['planResize', [{}, { cpu: 2n }, { ifFull: 'foo' }], "ifFull must be one of revert, wait, partial, not 'foo'"],
    ['resizeNode', ['CLUSTER', { size: {} }], 'node must be'],
    ['resizeNode', ['CLUSTER', { ...good, ifFull: 'foo' }], 'ifFull must be one of'],
    ['resizeNode', ['CLUSTER', { ...good, hold: 'node' }], 'hold must be one of'],
    ['resizeNode', ['CLUSTER', { ...good, dryRun: true }], 'dryRun must be one of'],
    ['resizeNode', ['CLUSTER', { ...good, timeoutMs: 0 }], 'timeoutMs must be'],
    ['resizeNode', ['CLUSTER', { ...good, timeout: 5 }], "unknown option 'timeout'"],
    ['resizeNode', ['CLUSTER', { ...good, size: { cpu: 4 } }], 'cpu must be a bigint'],
    ['resizeNode', ['CLUSTER', { ...good, size: { mem: 4n } }], "unknown resource 'mem'"],
    ['resizeNode', ['CLUSTER', { ...good, size: { cpu: 'full' } }], 'cpu must be a bigint'],
    ['resizeNode', ['CLUSTER', { node: 'node-a' }], 'size must be an object'],
    ['autoscaleNode', ['CLUSTER', good], 'provider must be a Provider'],
    ['autoscaleNode', ['CLUSTER', { ...good, provider, attempt: 'x\n$(reboot)' }], 'attempt must be a UUID'],
    ['autoscaleNode', ['CLUSTER', { ...good, provider, ifFull: 'wait' }], "unknown option 'ifFull'"],
    ['autoscaleNode', ['CLUSTER', { ...good, provider, size: { cpu: 'max' } }], 'cpu must be a bigint'],
  ])('%s, %#: it says what', async (name, args, message) => {
    const before = world.sent.length
    const error = await call(name, ...args.map((arg) => (arg === 'CLUSTER' ? world.cluster : arg))).catch(
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(TypeError)
    expect(String(error)).toContain(`${name}: ${message}`)
    expect(world.sent).toHaveLength(before)
  })
  test('what is undefined is left out', async () => {
    const options = { ...good, clock: world.clock, ifFull: undefined, hold: undefined, signal: undefined }
    expect(await library.resizeNode(world.cluster, options)).toMatchObject({ outcome: 'resized' })
  })
})

describe('on a node of four cores with a pod of one', () => {
  let world: InProcess
  beforeEach(() => {
    world = fourCores()
  })
  afterEach(() => world[Symbol.dispose]())
  const measured = async () => {
    const { sizes } = await library.readNodeSizes(world.cluster, { by: 'name', names: ['node-a'] })
    return sizes[0]!
  }
  const resize = (cpu: bigint | 'max', signal?: AbortSignal) =>
    library.resizeNode(world.cluster, { node: 'node-a', size: { cpu }, clock: world.clock, signal })

  test('a plan has the room that is left, and the bounds', async () => {
    expect(library.planResize(await measured(), { cpu: 1500n })).toMatchObject({
      ...{ verb: 'resize', direction: 'shrink-node', blockers: [], refusal: undefined },
      ...{ before: { cpu: 3999n }, after: { cpu: 1500n }, headroom: { cpu: 500n } },
      ...{ smallest: { cpu: 1000n }, largest: { cpu: 3999n } },
    })
  })
  test('a plan that does not fit has the pods in the way', async () => {
    const plan = library.planResize(await measured(), { cpu: 500n })
    expect(plan).toMatchObject({ verb: 'refuse', refusal: { code: 'refused', fact: { reason: 'NoRoom' } } })
    expect(plan.blockers.map(({ name }) => name)).toEqual(['default/web'])
    expect(library.planResize(await measured(), { cpu: 500n }, { ifFull: 'partial' })).toMatchObject({
      ...{ verb: 'resize', after: { cpu: 1000n }, missing: { cpu: 500n } },
    })
  })
  test('a part of a size is no whole one: its outcome says so', async () => {
    const size = { cpu: 500n }
    const change = await library.resizeNode(world.cluster, {
      node: 'node-a',
      size,
      ifFull: 'partial',
      clock: world.clock,
    })
    expect(change).toMatchObject({ outcome: 'partial', after: { cpu: 1000n }, missing: { cpu: 500n } })
  })
  test('a plan of nothing changes nothing', async () => {
    const { size } = await measured()
    expect(library.planResize(await measured(), {})).toMatchObject({ verb: 'unchanged', before: size, after: size })
  })
  test('resizing is the whole verb, and a Failure says by its reason why not', async () => {
    expect(await resize(2000n)).toMatchObject({ outcome: 'resized', after: { cpu: 2000n } })
    expect(await resize(2000n)).toMatchObject({ outcome: 'unchanged' })
    const failed = await resize(500n).catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(library.Failure)
    expect(failed).toMatchObject({ code: 'refused', reason: 'NoRoom' })
    expect(library.messageOf((failed as library.Failure).fact)).toMatch(/^node 'node-a' has no room to shrink/)
    await expect(resize(3000n, AbortSignal.abort())).rejects.toBeDefined()
    expect(await resize('max')).toMatchObject({ after: { cpu: 3999n } })
  })
  test('a machine is resized by a provider of the program', async () => {
    const provider = new Machine()
    const options = { node: 'node-a', size: { cpu: 2000n }, provider, clock: world.clock }
    expect(await library.autoscaleNode(world.cluster, options)).toMatchObject({ outcome: 'resized' })
    expect([provider.asked, await library.autoscaleNode(world.cluster, options)]).toMatchObject([
      ['resize shrink 4 2'],
      { outcome: 'unchanged' },
    ])
  })
  test('pods that wait are found, with what they ask for', async () => {
    expect(await library.readPendingPods(world.cluster)).toEqual([])
    bindPod(world, { name: 'bound', cpu: '1', memory: '1Gi' })
    expect(await library.readPendingPods(world.cluster)).toEqual([])
  })
  test('amounts are read and written as in manifests', () => {
    expect(library.parseAmounts({ cpu: '3500m', memory: '16Gi' })).toEqual({ cpu: 3500n, memory: 2n ** 34n })
    expect(library.formatAmounts({ cpu: 3500n, memory: 2n ** 34n })).toEqual({ cpu: '3500m', memory: '16Gi' })
    expect(() => library.parseAmounts({ cpu: 'many' })).toThrow(library.Failure)
  })
})
