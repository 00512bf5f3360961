/**
 * Plants the bugs of bugs.ts, one at a time, in a copy of the sources, and looks whether the tests find them.
 * Usage: node test/long/planted-bugs/run.ts [--count N] [--seed N] [--only REGEXP] [--write]. With --count, so many of them,
 * which the seed chooses; with --only, those whose names match; with --write, docs/planted-bugs.md has what was
 * found. Without it, the schedule that the page names is run first, and the others only if that does not find it any more.
 * Exit code 1 when one is not found.
 */
import { cp, mkdtempDisposable, readFile, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Dice } from '../../support/schedules/dice.ts'
import { type Bug, bugs } from './bugs.ts'
import { type Found, find } from './find.ts'
import { page, rowsIn, scheduleIn, writePage } from './page.ts'

const checkout = join(import.meta.dirname, '..', '..', '..')

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: String(bugs.length) },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    write: { type: 'boolean', default: false },
  },
})

const only = new RegExp(values.only)
const rows = rowsIn(await readFile(page, 'utf8'))

/** So many of them, in an order that the seed decides. */
function chosen(): readonly Bug[] {
  const dice = new Dice(Number(values.seed))
  const ranked = bugs.filter(({ name }) => only.test(name)).map((bug) => ({ bug, rank: dice.below(2 ** 31) }))
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ bug }) => bug)
    .slice(0, Number(values.count))
}

/** What the harnesses need of the sources: the same file in it can be changed again and again. */
async function makeCopy(folder: string): Promise<void> {
  for (const name of ['src', 'test', 'package.json', 'jest.config.js'])
    await cp(join(checkout, name), join(folder, name), { recursive: true })
  await symlink(join(checkout, 'node_modules'), join(folder, 'node_modules'))
}

async function planted(bug: Bug, folder: string): Promise<Found> {
  const path = join(folder, 'src', 'lib', bug.file)
  const text = await readFile(path, 'utf8')
  await writeFile(
    path,
    text.replace(bug.was, () => bug.is),
  )
  try {
    return await find(bug, { copy: folder, schedule: values.write ? undefined : scheduleIn(rows.get(bug.name)) })
  } finally {
    await writeFile(path, text)
  }
}

await using copy = await mkdtempDisposable(join(tmpdir(), 'planted-'))
await makeCopy(copy.path)
const results: Found[] = []
for (const bug of chosen()) {
  const begun = performance.now()
  const found = await planted(bug, copy.path)
  results.push(found)
  const seconds = Math.round((performance.now() - begun) / 1_000)
  process.stdout.write(`${found.after ?? 'NOT FOUND'}: ${bug.name} (${found.by}, ${seconds} s)\n`)
}
if (values.write) writePage(results)
process.exitCode = results.length > 0 && results.every(({ after }) => after !== undefined) ? 0 : 1
