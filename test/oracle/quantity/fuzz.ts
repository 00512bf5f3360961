/**
 * Holds our amounts, as flags and in files of sizes, against Kubernetes' resource.Quantity and kubectl's YAML.
 * Usage: node test/oracle/quantity/fuzz.ts [--count 20000] [--seed 1] [--record]; --record replaces the texts that
 * `npm test` uses instead. Needs Go. Exit code 1 when they differ; the first ten differences are printed.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { codeOf } from '../../cluster/code-of.ts'
import { note } from '../../cluster/host/progress.ts'
import { interruption } from '../../cluster/interruption.ts'
import { ask } from './ask.ts'
import { differencesOf, type Line } from './line.ts'
import { texts } from './texts.ts'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    record: { type: 'boolean', default: false },
  },
})
const recorded = join(import.meta.dirname, '../../lib/quantity/data/quantities.jsonl')
const shown = 10

async function main(): Promise<number> {
  const lines: Line[] = []
  const differences: string[] = []
  const asked = new Set(texts(Number(values.seed), Number(values.count)))
  for await (const line of ask(asked, interruption())) {
    differences.push(...(await differencesOf(line)))
    lines.push(line)
  }
  if (values.record) writeFileSync(recorded, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  note(`${lines.length} texts, ${differences.length} differences`)
  for (const difference of differences.slice(0, shown)) process.stdout.write(`${difference}\n`)
  return differences.length > 0 ? 1 : 0
}

process.exitCode = await main().catch(codeOf)
