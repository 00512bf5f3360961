import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bugs } from './bugs.ts'
import type { Found } from './find.ts'

/** Where the results are. */
export const page = join(import.meta.dirname, '..', '..', '..', 'docs', 'planted-bugs.md')

const head = '| planted | in | found by | after |\n|---|---|---|---|\n'

/** The rows of a page, by the names of their bugs. */
export function rowsIn(text: string): ReadonlyMap<string, string> {
  const rows = (text.split(head)[1] ?? '').split('\n').filter((line) => line.startsWith('| '))
  return new Map(rows.map((row) => [row.split(' | ')[0]!.slice(2), row]))
}

/** The schedule that found a bug when its row was written. */
export function scheduleIn(row: string | undefined): number | undefined {
  const [, number] = /\| (\d+) schedules? \|$/.exec(row ?? '') ?? []
  return number === undefined ? undefined : Number(number)
}

const rowOf = ({ bug: { name, file }, by, after }: Found): string =>
  `| ${name} | \`src/lib/${file}\` | ${by} | ${after ?? '**not found**'} |`

/** What was not run again stays as it was. */
export function writePage(results: readonly Found[]): void {
  const text = readFileSync(page, 'utf8')
  const rows = new Map([...rowsIn(text), ...results.map((found) => [found.bug.name, rowOf(found)] as const)])
  const all = bugs.flatMap(({ name }) => rows.get(name) ?? []).map((row) => `${row}\n`)
  writeFileSync(page, `${text.split(head)[0]}${head}${all.join('')}`)
}
