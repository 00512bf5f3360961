import { expect, test } from '@jest/globals'
import { type Change, type Inode, statesAfter } from './disk.ts'

const [root, old, fresh, below] = [1, 2, 3, 4]
const bytes = (text: string): Buffer => Buffer.from(text)
const file = (text: string): Inode => ({ kind: 'file', mode: 0o600, bytes: bytes(text) })

const name = (one: string, is: number | undefined, folder = root): Change => ({
  kind: 'names',
  namings: [{ folder, name: one, is }],
})
const moved = (from: string, to: string, is: number): Change => ({
  kind: 'names',
  namings: [
    { folder: root, name: to, is },
    { folder: root, name: from, is: undefined },
  ],
})
const written = (of: number, text: string): Change => ({ kind: 'bytes', of, bytes: bytes(text) })
const synced = (of: number): Change => ({ kind: 'sync', of })

/** The states of a disk with the files `a` ("old") and `below/`, after these changes: each as text. */
function states(changes: readonly Change[], length = changes.length): readonly string[] {
  const inodes = new Map<number, Inode>([
    [
      root,
      {
        kind: 'folder',
        mode: 0o700,
        names: new Map([
          ['a', old],
          ['below', below],
        ]),
      },
    ],
    [old, file('old')],
    [below, { kind: 'folder', mode: 0o700, names: new Map() }],
    [fresh, file('')],
  ])
  const trees = [...statesAfter(length, { root, inodes, changes })]
  const texts = trees.map((tree) =>
    [...tree]
      .flatMap(([path, found]) => (found.kind === 'file' ? [`${path.slice(1)}=${found.bytes.toString()}`] : []))
      .sort()
      .join(' '),
  )
  return [...new Set(texts)].sort()
}

const replace = [name('t', fresh), written(fresh, 'new!'), synced(fresh), moved('t', 'a', fresh), synced(root)]

test('a file that is synced before it is renamed is whole, the old or the new one, and then the new one', () => {
  const inA = (length: number) => new Set(states(replace, length).map((one) => /a=\S*/.exec(one)?.[0]))
  for (const length of [0, 1, 2, 3]) expect(inA(length)).toEqual(new Set(['a=old']))
  expect(inA(4)).toEqual(new Set(['a=old', 'a=new!']))
  expect(states(replace)).toEqual(['a=new!'])
})

test('without that, the new name may lead to nothing, to half of it, or to zeros', () => {
  const changes = replace.filter(({ kind }, i) => kind !== 'sync' || i === 4)
  expect(states(changes)).toEqual(['a=', 'a=\0\0\0\0', 'a=ne', 'a=new!'])
})

test('without a sync of its folder, a name may come, or not: also one that was moved before it was there', () => {
  expect(states(replace, 4)).toEqual(['a=new!', 'a=old', 'a=old t=new!'])
  expect(states([name('a', undefined)])).toEqual(['', 'a=old'])
})

test('what is written over a file can be half there, until it is synced', () => {
  expect(states([written(old, 'NEW')])).toEqual(['a=NEW', 'a=Nld', 'a=\0\0\0', 'a=old'].sort())
  expect(states([written(old, 'NEW'), synced(old)])).toEqual(['a=NEW'])
})

test('between folders, a file has both names or one of them, never none', () => {
  const there = name('b', old, below)
  const gone: Change = { ...(name('a', undefined) as Extract<Change, { kind: 'names' }>), after: there }
  expect(states([there, gone])).toEqual(['a=old', 'a=old below/b=old', 'below/b=old'])
  expect(states([there, gone, synced(below)])).toEqual(['a=old below/b=old', 'below/b=old'])
  expect(states([there, gone, synced(below), synced(root)])).toEqual(['below/b=old'])
})

test('with many names in doubt, all are lost, or nearly all, or nearly none', () => {
  const changes = Array.from({ length: 12 }, (_, i) => name(`n${i}`, fresh))
  const found = states(changes)
  expect(found).toContain('a=old')
  expect(found).toContain(['a=old', ...changes.map((_, i) => `n${i}=`)].sort().join(' '))
  expect(found).toHaveLength(2 * (1 + 12 + 66))
})
