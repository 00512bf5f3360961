import { describe, expect, test } from '@jest/globals'
import { parseFormat, parseOrder } from '../../../../src/lib/cli/flags/template-format.ts'
import { type WatchFlags, WatchPrinter } from '../../../../src/lib/cli/shell/watch-printer.ts'
import { noStyle } from '../../../../src/lib/cli/terminal/style.ts'
import type { RowEvent } from '../../../../src/lib/cluster/follow.ts'
import type { View } from '../../../../src/lib/output/view.ts'

interface Row {
  readonly name: string
  readonly state: string
  readonly age?: string
  readonly hidden?: string
}

const view: View<Row> = {
  kind: 'RowList',
  columns: [
    { header: 'NAME', value: ({ name }) => name },
    { header: 'AGE', value: ({ age = '1s' }) => age, isAge: true },
    { header: 'STATE', value: ({ state }) => state, whenDeleted: 'deleted' },
  ],
  wide: [{ header: 'HIDDEN', value: ({ hidden = '-' }) => hidden }],
  data: ({ name, state, hidden = null }) => ({ name, state, hidden }),
  name: ({ name }) => `row/${name}`,
}

const usual: WatchFlags = {
  output: 'table',
  watch: true,
  'watch-only': false,
  'output-watch-events': false,
  'no-headers': false,
  'allow-missing-template-keys': 'true',
}

type Change = RowEvent<Row>
const added = (row: Row): Change => ({ type: 'ADDED', row })
const modified = (row: Row): Change => ({ type: 'MODIFIED', row })
const deleted = (row: Row): Change => ({ type: 'DELETED', row })

const [one, two] = [
  { name: 'one', state: 'ok' },
  { name: 'two', state: 'bad' },
]

/** What is printed for each of the news. */
async function printed(flags: Partial<WatchFlags>, ...all: readonly (readonly Change[])[]): Promise<string[]> {
  const printer = new WatchPrinter({
    view,
    flags: { ...usual, ...flags },
    asList: undefined,
    surface: { style: noStyle },
  })
  const texts: string[] = []
  for (const events of all) texts.push(await printer.text({ events, warnings: [] }))
  return texts
}

describe('a table', () => {
  test('has one header, and later rows stay in its columns', async () => {
    expect(await printed({}, [added(one), added(two)], [modified({ ...one, state: 'bad' })])).toEqual([
      'NAME   AGE   STATE\none    1s    ok\ntwo    1s    bad\n',
      'one    1s    bad\n',
    ])
  })

  test('prints no row for an invisible change or an age', async () => {
    const changes = [modified({ ...one, hidden: 'x' }), modified({ ...two, age: '2s' })]
    expect(await printed({}, [added(one), added(two)], changes)).toEqual([expect.any(String), ''])
    expect((await printed({ output: 'wide' }, [added(one)], changes.slice(0, 1)))[1]).toContain('x')
  })

  test('prints a row that is deleted, and one that is created again', async () => {
    const [, ...later] = await printed({}, [added(one)], [deleted(one)], [added(one)])
    expect(later).toEqual(['one    1s    deleted\n', 'one    1s    ok\n'])
  })

  test('has the type of each change with --output-watch-events', async () => {
    const flags = { 'output-watch-events': true, 'no-headers': true }
    expect(await printed(flags, [added(one)], [deleted(one)])).toEqual([
      'ADDED      one   1s    ok\n',
      'DELETED    one   1s    deleted\n',
    ])
  })

  test('is empty until something changes with --watch-only', async () => {
    const news = [[added(one)], [modified(one)], [modified({ ...one, state: 'bad' })]]
    expect(await printed({ 'watch-only': true }, ...news)).toEqual(['', '', 'NAME   AGE   STATE\none    1s    bad\n'])
  })

  test('is sorted at first, and not by changes', async () => {
    const flags = { 'sort-by': parseOrder('.state'), 'no-headers': true }
    const changes = [modified({ ...one, state: 'x' }), modified({ ...two, state: 'a' })]
    expect(await printed(flags, [added(one), added(two)], changes)).toEqual([
      'two   1s    bad\none   1s    ok\n',
      'one   1s    x\ntwo   1s    a\n',
    ])
  })
})

const document = (...items: readonly object[]) => ({ apiVersion: 'kubeletcfg.dev/v1alpha1', kind: 'RowList', items })
const data = { name: 'one', state: 'ok', hidden: null }

describe('data', () => {
  test('are one line of JSON for all rows, then one for what changed', async () => {
    const [first, second, third] = await printed(
      { output: 'json' },
      [added(one), added(two)],
      [modified({ ...one, hidden: 'x' })],
      [modified({ ...one, hidden: 'x', age: '3s' })],
    )
    expect(first).toMatch(/^\{.*\}\n$/)
    expect(JSON.parse(first!)).toEqual(document(data, { ...data, name: 'two', state: 'bad' }))
    expect(JSON.parse(second!)).toEqual(document({ ...data, hidden: 'x' }))
    expect(third).toBe('')
  })

  test('contain the type of each change with --output-watch-events', async () => {
    const flags = { output: 'json', 'output-watch-events': true } as const
    const [first, second] = await printed(flags, [added(one), added(two)], [deleted(one)])
    expect(first!.trim().split('\n')).toHaveLength(2)
    expect(JSON.parse(second!)).toEqual({ type: 'DELETED', object: document(data) })
  })

  test('are documents with --- between them in YAML', async () => {
    const [first, second] = await printed({ output: 'yaml' }, [added(one)], [deleted(one)])
    expect(first).toMatch(/^apiVersion/)
    expect(second).toMatch(/^---\napiVersion/)
  })

  test('are printed with a template or as columns', async () => {
    const news = [[added(one), added(two)], [modified({ ...two, state: 'ok' })]]
    const jsonpath = parseFormat('jsonpath', '{range .items[*]}{.name}={.state} {end}')
    expect(await printed({ output: jsonpath }, ...news)).toEqual(['one=ok two=bad ', 'two=ok '])
    const columns = parseFormat('custom-columns', 'N:.name')
    expect(await printed({ output: columns }, ...news)).toEqual(['N\none\ntwo\n', ''])
    const events = { output: parseFormat('custom-columns', 'T:.type,S:.object.state'), 'output-watch-events': true }
    expect((await printed(events, ...news))[1]).toBe('MODIFIED   ok\n')
  })

  test('are names for -o name', async () => {
    expect(await printed({ output: 'name' }, [added(one)], [deleted(one)])).toEqual(['row/one\n', 'row/one\n'])
  })
})
