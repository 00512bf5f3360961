import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { allowed } from './architecture/table.ts'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs', 'architecture.md'), 'utf8')
const rooms = Object.keys(allowed)

const isWithin = (path: string, prefix: string): boolean => `${path}/`.startsWith(prefix.replace(/\/?$/, '/'))

/** The row that a path belongs to: the nearest. */
const roomOf = (path: string): string | undefined =>
  rooms.filter((room) => isWithin(path, room)).toSorted((a, b) => b.length - a.length)[0]

/** The rooms that an entry of the table opens: those below a folder, or the one that holds it. */
function opened(entry: string): readonly string[] {
  if (entry.endsWith('/*')) return rooms.filter((room) => isWithin(room, entry.slice(0, -2)))
  return [roomOf(entry) ?? []].flat()
}

/** But those from a room to a part of its own that is loaded on demand. */
const arrows = Object.entries(allowed).flatMap(([from, { statically, lazily = [] }]) =>
  [...statically, ...lazily].flatMap((entry) =>
    opened(entry)
      .filter((to) => to !== from && !(lazily.includes(to) && isWithin(to, from)))
      .map((to) => ({ from, to })),
  ),
)

const [, picture = ''] = /## The rooms\n[\s\S]*?```text\n([\s\S]*?)```/.exec(page) ?? []
const levels = picture.split('\n').map((line) => line.split(/[\s|+-]{2,}/).map((word) => word.trim()))
const levelOf = (room: string): number => levels.findIndex((names) => names.includes(room))

test('the picture has each room once', () => {
  const names = levels.flat().filter((name) => /^(?:programs|commands|lib|sandbox)\b/.test(name))
  expect(names.toSorted()).toEqual(rooms.toSorted())
})

test('the arrows of the picture point down, as those of the table do', () => {
  const wrong = arrows.filter(({ from, to }) => levelOf(from) >= levelOf(to))
  expect(wrong.map(({ from, to }) => `${from} -> ${to}`)).toEqual([])
})

test('each room has a line', () => {
  const described = [...page.matchAll(/^\| `([\w./-]+)` \| \S.* \|$/gm)].map(([, room]) => room!)
  expect(described.toSorted()).toEqual(rooms.toSorted())
})

test('what the page names is there', () => {
  const paths = [...page.matchAll(/`((?:src|test|docs|schemas|bin|examples)\/[\w./-]+)`/g)].map(([, path]) => path!)
  expect(paths.length).toBeGreaterThan(20)
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('the functions of the walks stand in their files', () => {
  const steps = [...page.matchAll(/`(src\/[\w./-]+\.ts)` `(\w+)`/g)].map(([, path, name]) => ({ path, name }))
  expect(steps.length).toBeGreaterThan(10)
  const missing = steps.filter(({ path, name }) => {
    const declared = new RegExp(`\\b(?:function|const|class|async|static|protected|get)\\s+(?:override\\s+)?${name}\\b`)
    return !declared.test(readFileSync(join(root, path!), 'utf8'))
  })
  expect(missing).toEqual([])
})
