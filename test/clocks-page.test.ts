import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/clocks.md'), 'utf8')

/** They have one clock each. */
const ofOneClock = ['src/sandbox/', 'src/lib/agent/simulated/']

/** How the source reads a wall clock, or a text or a file with a time. */
const time =
  /\bDate\.now\b|\bnew Date\(|\bDate\.parse\b|\.getTime\(|\bwallMs\b|\bnow\(\)|[cm]time(?:Ms|Ns)\b|\bperformance\.now\b|\bhrtime\b|\bTemporal\./

const sources = globSync('src/**/*.ts', { cwd: root }).toSorted()
const uses = sources.filter(
  (path) => !ofOneClock.some((room) => path.startsWith(room)) && time.test(readFileSync(join(root, path), 'utf8')),
)

/** Paths below src/lib, or below src; files of one row may leave out the folder of the one before. */
const named = new Set([...page.matchAll(/`([\w/-]+\.ts)`/g)].map(([, path]) => path!))

test('each file that reads or compares times is named', () => {
  const missing = uses.map((path) => path.replace(/^src\/(lib\/)?/, '')).filter((path) => !named.has(path))
  expect(missing).toEqual([])
})

test('each file that is named is there', () => {
  const gone = [...named].filter((path) => !sources.some((source) => source.endsWith(`/${path}`) || source === path))
  expect(gone.filter((path) => !path.startsWith('test/'))).toEqual([])
})

test('each comparison has a verdict', () => {
  const rows = page.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| what '))
  expect(rows.length).toBeGreaterThan(30)
  const verdicts =
    /^(?:safe|bounded|accepted|as above|only (?:shown|reported|read|carried|told)|that is what it reports)/
  const without = rows.filter((row) => !verdicts.test(row.split('|').at(-2)?.trim() ?? ''))
  expect(without).toEqual([])
})
