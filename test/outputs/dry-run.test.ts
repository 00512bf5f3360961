import { expect, test } from '@jest/globals'
import { commands } from '../../src/programs/commands.ts'
import { goldenExchanges } from './goldens.ts'
import type { Exchange } from './transcript.ts'

/** Verbs whose dry runs no scene of the golden files has: they need a machine or an editor, or never end. */
const elsewhere = ['kubeletcfg agent install', 'kubeletcfg agent run', 'kubeletcfg agent uninstall', 'kubeletcfg edit']

const verbs = Object.entries(commands).flatMap(([bin, table]) =>
  Object.entries(table).map(([verb, load]) => ({ verb: `${bin} ${verb}`, load })),
)

/** The verbs that write, as their flags have it. */
async function verbsWithDryRun(): Promise<readonly string[]> {
  const found: string[] = []
  for (const { verb, load } of verbs) if ('dry-run' in ((await load()).default.flags ?? {})) found.push(verb)
  return found
}

const isDry = ({ command }: Exchange): boolean => command.includes(' --dry-run=')
const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '')

/** A dry run for people, and the same as data: that has the plan on stderr. */
const pairs = goldenExchanges.filter(isDry).flatMap((text) => {
  const [words, hook] = text.command.split(' -- ')
  const wanted = [`${words} -o json`, ...(hook === undefined ? [] : [hook])].join(' -- ')
  const data = goldenExchanges.find(({ command }) => command === wanted)
  return data === undefined ? [] : [{ command: text.command, text, data }]
})

test('every verb with --dry-run is in a scene, for people and as data', async () => {
  const missing = (await verbsWithDryRun()).filter(
    (verb) => !elsewhere.includes(verb) && !pairs.some(({ command }) => command.startsWith(`${verb} `)),
  )
  expect(missing).toEqual([])
})

test.each(pairs)('$command prints its plan on stdout, and as data one document', ({ text, data }) => {
  const beside = linesOf(text.stderr)
  const plan = linesOf(data.stderr).filter((line) => !beside.includes(line))
  expect(linesOf(text.stdout).slice(0, plan.length)).toEqual(plan)
  expect(beside.filter((line) => line.startsWith('  ') && plan.includes(line))).toEqual([])
  if (data.stdout !== '') JSON.parse(data.stdout)
})

test.each(pairs.filter(({ text }) => text.exit === 0))('$command prints what would be done', ({ text }) => {
  expect(text.stdout).toContain('dry run)')
})
