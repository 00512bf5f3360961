import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

interface Row {
  readonly id: string
  readonly proof: string
}

/** The rows of a page's tables: an identifier first, the proof last. */
const rowsOf = (page: string): readonly Row[] =>
  read(page)
    .split('\n')
    .flatMap((line) => {
      const [, id, , , proof] = line.split('|').map((cell) => cell.trim())
      return id !== undefined && /^[A-Z]\d+$/.test(id) ? [{ id, proof: proof ?? '' }] : []
    })

/** How many cases each letter has. */
const cases = { R: 24, V: 15, D: 14, F: 25, G: 47, O: 6, S: 9, X: 8, E: 16, B: 50 }
const promises = { P: 14 }

const pages: [string, Readonly<Record<string, number>>][] = [
  ['docs/edge-cases.md', cases],
  ['docs/balloons.md', promises],
]

test.each(pages)('each case of %s is there once', (page, letters) => {
  const all = Object.entries(letters).flatMap(([letter, count]) =>
    Array.from({ length: count }, (_, index) => `${letter}${index + 1}`),
  )
  expect(rowsOf(page).map(({ id }) => id)).toEqual(all)
})

/** What the agent does in each failure, on the page for operators: the failure first, the proof last. */
const failures: readonly Row[] = (
  /^## What it does in each failure\n(.*?)^## /ms.exec(read('docs/agent.md'))?.[1] ?? ''
)
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| failure |'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, id = '', , proof = '']) => ({ id, proof }))

test('the page of the agent has a table of failures, each of them once', () => {
  expect(failures.length).toBeGreaterThan(40)
  expect(new Set(failures.map(({ id }) => id)).size).toBe(failures.length)
})

const parts = [...pages.flatMap(([page]) => rowsOf(page)), ...failures].flatMap(({ id, proof }) =>
  proof.split(' · ').map((part) => [id, part] as const),
)

test.each(parts)('%s: %s', (_id, part) => {
  if (/^(?:decision|open): \S/.test(part)) return
  const [, file, title] = /^`(test\/\S+\.ts)`: "(.+)"$/.exec(part) ?? []
  expect([file, title]).not.toContain(undefined)
  expect(titlesIn(read(file!))).toContain(title)
})

/** What is quoted in a file, joined by line feeds: titles of tests and of their rows. */
const titlesIn = (text: string): string => text.match(/'(?:[^'\n]|\\')*'|"[^"\n]*"|`[^`]*`/g)?.join('\n') ?? ''
