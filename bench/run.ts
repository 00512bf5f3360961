/** Timings beside kubectl's, pair by pair in one run, as ratios of medians: npm run bench. Only the ratios carry over. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pairs } from './pairs.ts'

const rounds = 15

function milliseconds(command: readonly string[]): number {
  const [program = '', ...args] = command
  const start = performance.now()
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  return performance.now() - start
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const folder = mkdtempSync(join(tmpdir(), 'bench-'))
const write = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

console.log('ours ms   theirs ms   ratio   what')
for (const { what, prepare, ours, theirs } of pairs(write)) {
  prepare?.()
  const times = { ours: [] as number[], theirs: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    times.theirs.push(milliseconds(theirs(round)))
    times.ours.push(milliseconds(ours(round)))
  }
  const [mine, other] = [median(times.ours), median(times.theirs)]
  const columns = [mine.toFixed(0).padStart(7), other.toFixed(0).padStart(11), (mine / other).toFixed(2).padStart(7)]
  console.log(`${columns.join(' ')}   ${what}`)
}
