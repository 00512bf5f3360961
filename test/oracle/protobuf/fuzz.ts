/**
 * Holds the sandbox's decoder of protobuf against Go's, on random objects of each kind; every other one is damaged.
 * Usage: node test/oracle/protobuf/fuzz.ts [--count 20000] [--seed 1] [--record]; --record replaces the objects that
 * `npm test` uses instead. Needs Go. Exit code 1 when they differ; the first ten differences are printed.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { codeOf } from '../../cluster/code-of.ts'
import { note } from '../../cluster/host/progress.ts'
import { interruption } from '../../cluster/interruption.ts'
import { differenceOf, type Line } from './line.ts'
import { randomObjects } from './objects.ts'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    record: { type: 'boolean', default: false },
  },
})
const recorded = join(import.meta.dirname, '../../sandbox/protobuf/data/objects.jsonl')
const shown = 10

async function main(): Promise<number> {
  const lines: Line[] = []
  const differences: string[] = []
  let count = 0
  for await (const line of randomObjects(Number(values.seed), Number(values.count), interruption())) {
    count++
    const difference = differenceOf(line)
    if (difference !== undefined) differences.push(difference)
    if (values.record) lines.push(line)
  }
  if (values.record) writeFileSync(recorded, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  note(`${count} objects, ${differences.length} differences`)
  for (const difference of differences.slice(0, shown)) process.stdout.write(`${difference}\n`)
  return differences.length > 0 ? 1 : 0
}

process.exitCode = await main().catch(codeOf)
