import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { allowed, debts, everywhere, pure } from './architecture/table.ts'

const src = join(import.meta.dirname, '..', 'src')
const files = globSync('**/*.ts', { cwd: src }).toSorted()
const textOf = (file: string): string => readFileSync(join(src, file), 'utf8')

/** The row of the table that a file belongs to: that of the nearest folder. */
function roomOf(file: string): string {
  for (let place = file; place !== '.'; place = dirname(place)) if (place in allowed) return place
  return file
}

interface Import {
  /** A file below src, or a package. */
  readonly target: string
  readonly lazy: boolean
}

/** Static imports and exports, types included, and imports on demand. */
function importsOf(file: string): readonly Import[] {
  const text = textOf(file)
  const resolve = (target: string): string =>
    target.startsWith('.') ? relative(src, join(src, dirname(file), target)) : target
  const statics = text.matchAll(/^(?:import|export)\s(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm)
  const dynamics = text.matchAll(/\bimport\(\s*'([^']+)'\s*\)/g)
  return [
    ...[...statics].map(([, target]) => ({ target: resolve(target!), lazy: false })),
    ...[...dynamics].map(([, target]) => ({ target: resolve(target!), lazy: true })),
  ]
}

const graph = new Map(files.map((file) => [file, importsOf(file)]))

function mayImport(file: string, { target, lazy }: Import): boolean {
  if (isEverywhere(target) || roomOf(target) === roomOf(file)) return true
  const { statically, lazily = [] } = allowed[roomOf(file)]!
  return (lazy ? [...statically, ...lazily] : statically).some((entry) => opens(entry, target))
}

/** A room opens what is in it, without the rooms below it; `room/*` opens those, too. */
const opens = (entry: string, target: string): boolean =>
  entry.endsWith('/*')
    ? isWithin(target, entry.slice(0, -2))
    : entry in allowed
      ? roomOf(target) === entry
      : isWithin(target, entry)

const isEverywhere = (target: string): boolean => everywhere.some((place) => isWithin(target, place))

/** A prefix is a file, a folder or package with all below it, or `node:`. */
const isWithin = (target: string, prefix: string): boolean =>
  target === prefix || target.startsWith(prefix === 'node:' ? prefix : `${prefix}/`)

/** The members of each circle of arrows; empty without circles. */
function circlesIn(arrows: ReadonlyMap<string, ReadonlySet<string>>): readonly string[][] {
  const reachable = (from: string): ReadonlySet<string> => {
    const seen = new Set<string>()
    const open = [...(arrows.get(from) ?? [])]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (seen.has(next)) continue
      seen.add(next)
      open.push(...(arrows.get(next) ?? []))
    }
    return seen
  }
  const reach = new Map([...arrows.keys()].map((from) => [from, reachable(from)]))
  const inCircle = [...arrows.keys()].filter((from) => reach.get(from)!.has(from))
  const groups = new Map<string, string[]>()
  for (const from of inCircle) {
    const members = inCircle.filter((other) => reach.get(from)!.has(other) && reach.get(other)!.has(from))
    groups.set(members.join(), members)
  }
  return [...groups.values()]
}

describe('who imports whom, types included', () => {
  test('every file belongs to a room of the table', () => {
    const unassigned = files.filter((file) => !isEverywhere(file) && !(roomOf(file) in allowed))
    expect(unassigned).toEqual([])
  })

  test('every row of the table is a room with files', () => {
    expect(Object.keys(allowed).filter((room) => !files.some((file) => roomOf(file) === room))).toEqual([])
  })

  test('a row or an arrow of a single file has its reason in the line above', () => {
    const text = readFileSync(join(import.meta.dirname, 'architecture', 'table.ts'), 'utf8')
    const lines = text.slice(0, text.indexOf('\n}\n')).split('\n')
    const bare = lines.filter((line, i) => /^ .*'\S+\.ts'/.test(line) && !lines[i - 1]?.trim().startsWith('//'))
    expect(bare).toEqual([])
  })

  test('every import is allowed by the table', () => {
    const forbidden = [...graph].flatMap(([file, imports]) =>
      imports.filter((found) => !mayImport(file, found)).map(({ target }) => `${file} -> ${target}`),
    )
    expect(forbidden.filter((arrow) => !debts.some((debt) => arrow.startsWith(debt)))).toEqual([])
  })

  test('every arrow of the table is used', () => {
    const used = [...graph]
      .flatMap(([file, imports]) => imports.map((found) => ({ from: roomOf(file), ...found })))
      .filter(({ from, target }) => roomOf(target) !== from)
    const isUsed = (room: string, prefix: string, lazily: boolean): boolean =>
      used.some(({ from, target, lazy }) => from === room && lazy === lazily && opens(prefix, target))
    const unused = Object.entries(allowed).flatMap(([room, { statically, lazily = [] }]) => [
      ...statically.filter((prefix) => !isUsed(room, prefix, false)).map((prefix) => `${room} -> ${prefix}`),
      ...lazily.filter((prefix) => !isUsed(room, prefix, true)).map((prefix) => `${room} -> ${prefix}, lazily`),
    ])
    expect(unused).toEqual([])
  })

  test.each(files.filter(isEverywhere))('%s is below all rooms', (file) => {
    expect(importsOf(file).filter(({ target }) => !isEverywhere(target))).toEqual([])
  })

  test('no files import each other in a circle', () => {
    const arrows = new Map([...graph].map(([file, imports]) => [file, new Set(imports.map(({ target }) => target))]))
    expect(circlesIn(arrows)).toEqual([])
  })

  test('no folders import each other in a circle', () => {
    const arrows = new Map<string, Set<string>>()
    for (const [file, imports] of graph)
      for (const { target } of imports) {
        const [from, to] = [dirname(file), dirname(target)]
        // Files that every room may import are in the same folder as the public interface, which re-exports the rooms.
        if (graph.has(target) && from !== to && !isEverywhere(target))
          arrows.set(from, (arrows.get(from) ?? new Set()).add(to))
      }
    expect(circlesIn(arrows)).toEqual([])
  })

  test('no text names a path of another room', () => {
    const named = files.flatMap((file) => {
      const code = withoutComments(textOf(file)).replaceAll(/(?:from|import)\s*\(?\s*'[^']+'/g, '')
      const paths = [...code.matchAll(/['"`/]((?:commands|sandbox|lib\/)[\w/-]*\/[\w-]+)(?:\.[jt]s)?['"`]/g)]
      return paths.map(([, path]) => `${file}: ${path}`)
    })
    expect(named).toEqual([])
  })
})

const withoutComments = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '')

describe('pure rooms', () => {
  const impure =
    /\bawait\b|\basync\b|\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bsetTimeout\b|\bprocess\.|\bfetch\(/
  const inside = files.filter((file) => pure.includes(roomOf(file)))

  test('no clock, no waiting, no randomness', () => {
    const found = inside.flatMap((file) =>
      (impure.exec(withoutComments(textOf(file))) ?? []).map((it) => `${file}: ${it}`),
    )
    expect(found).toEqual([])
  })

  test('modules have no mutable state', () => {
    expect(inside.filter((file) => /^(?:export )?let /m.test(textOf(file)))).toEqual([])
  })
})

test('no name is exported by more than three files: who reads it knows which one is meant', () => {
  const declaration = /^export (?:abstract )?(?:async )?(?:function|const|class|interface|type) (\w+)/gm
  const declared = files.flatMap((file) => [...textOf(file).matchAll(declaration)].map(([, name]) => ({ name, file })))
  const often = [...Map.groupBy(declared, ({ name }) => name).values()].filter((ones) => ones.length > 3)
  expect(declared.length).toBeGreaterThan(1_000)
  expect(often.map((ones) => ones.map(({ name, file }) => `${name}: ${file}`))).toEqual([])
})
