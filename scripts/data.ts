/**
 * Makes the tables of fields, defaults, feature gates and flags from the Go modules of the kubelets (test/oracle/kubelets.ts),
 * prints what changes in them, writes what is made from them, and asks the oracles about the newest release.
 * Usage: npm run data [-- --release 1.37 …] [-- --check]; with --release, the tables have what they had of all other
 * releases. With --check, nothing is written: exit code 1 when a table is not what the modules say. Needs Go.
 */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { parseArgs } from 'node:util'
import { newest, parseRelease, type Release, releases } from '../src/lib/kubelet/model/releases.ts'
import { codeOf } from '../test/cluster/code-of.ts'
import { note, step } from '../test/cluster/host/progress.ts'
import { interruption } from '../test/cluster/interruption.ts'
import type { AllFacts, Facts } from './data/facts.ts'
import { factsOfModules } from './data/facts-of-modules.ts'
import { factsOfTables } from './data/facts-of-tables.ts'
import { changesOf, tablesOf } from './data/tables.ts'

const { values } = parseArgs({
  options: { release: { type: 'string', multiple: true }, check: { type: 'boolean', default: false } },
})

/** In processes of their own, which read the new tables. The oracles last: rules of a new release may be missing. */
const follow: readonly (readonly string[])[] = [
  ['scripts/data/protobuf.ts'],
  ['scripts/data/releases-page.ts'],
  ['test/oracle/fuzz.ts', '--release', newest, '--count', '20000'],
  ['test/oracle/fuzz.ts', '--release', newest, '--count', '2000', '--drop-ins'],
  ['test/oracle/protobuf/fuzz.ts', '--count', '20000'],
]

async function main(): Promise<number> {
  const asked = values.release?.map(parseRelease) ?? releases
  const facts: Partial<Record<Release, Facts>> = {}
  for (const release of releases)
    facts[release] = asked.includes(release)
      ? await step(`facts of ${release}`, () => factsOfModules(release, interrupted))
      : factsOfTables(release)
  const changed = tablesOf(facts as AllFacts).filter((table) => changesOf(table).length > 0)
  for (const table of changed) {
    process.stdout.write(`${relative(process.cwd(), table.file)}\n${changesOf(table).join('\n')}\n`)
    if (!values.check) writeFileSync(table.file, table.text)
  }
  note(`${changed.length === 0 ? 'no table' : `${changed.length} tables`} changed`)
  if (values.check) return changed.length === 0 ? 0 : 1
  return Math.max(...follow.map(run))
}

const interrupted = interruption()

function run(args: readonly string[]): number {
  if (interrupted.aborted) return 130
  note(`node ${args.join(' ')}`)
  return spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1
}

process.exitCode = await main().catch(codeOf)
