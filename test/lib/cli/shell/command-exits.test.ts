import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import type { Bin } from '../../../../src/lib/cli/shell/bins.ts'
import { exitsOf } from '../../../../src/lib/cli/shell/command-exits.ts'
import { exitTable } from '../../../../src/lib/cli/shell/exit-codes.ts'
import { exchangesOf } from '../../../outputs/transcript.ts'
import { configOf } from '../../../support/programs.ts'

const codesOf = (command: string): readonly number[] => exitsOf(command).map(({ code }) => code)

async function allCommands() {
  const bins = ['kubeletcfg', 'nodesize'] satisfies Bin[]
  const configs = await Promise.all(bins.map(async (bin) => configOf(bin)))
  return configs.flatMap(({ name, commands }) =>
    commands.map(({ id, flags }) => ({ name: `${name} ${id}`, flags: flags as object })),
  )
}

test.each([
  ['kubeletcfg explain', [0, 2, 3, 70, 129, 130, 143]],
  ['kubeletcfg diff', [0, 1, 2, 3, 5, 6, 70, 129, 130, 143]],
  ['nodesize set', [0, 2, 3, 4, 5, 6, 7, 8, 9, 70, 129, 130, 143]],
  ['kubeletcfg sandbox', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 70, 129, 130, 143]],
])('%s', (command, codes) => {
  expect(codesOf(command)).toEqual(codes)
})

test('all commands have exit codes of their own, but the one that runs others', async () => {
  const commands = (await allCommands()).map(({ name }) => name)
  const all = Object.values(exitTable).length
  expect(commands.filter((command) => codesOf(command).length === all)).toEqual(['kubeletcfg sandbox'])
})

/** What tests run beyond these, support/listed-exit.ts holds to it. */
test('no command of a transcript ends as its --help does not say', () => {
  const folder = join(import.meta.dirname, '..', '..', '..', 'golden', 'outputs')
  const texts = globSync('*.txt', { cwd: folder }).map((file) => readFileSync(join(folder, file), 'utf8'))
  const endings = texts.flatMap(exchangesOf).map(({ command, exit }) => {
    const [bin, name] = command.split(' ')
    return { command, listed: codesOf(`${bin} ${name}`).includes(exit!) }
  })
  expect(endings.length).toBeGreaterThan(100)
  expect(endings.filter(({ listed }) => !listed)).toEqual([])
})

describe('what the flags of a command make possible is in its table', () => {
  const { timeout, conflict, reverted, refused, invalid, partial, differs } = exitTable
  test.each([
    ['wait', [timeout, conflict, reverted, refused, invalid]],
    ['fail-if', [differs]],
  ])('--%s', async (flag, expected) => {
    const commands = (await allCommands()).filter(({ name, flags }) => flag in flags && name !== 'nodesize install')
    expect(commands.length).toBeGreaterThan(0)
    const lacking = commands.filter(({ name }) => expected.some(({ code }) => !codesOf(name).includes(code)))
    expect(lacking.map(({ name }) => name)).toEqual([])
  })
  test('several targets of a command that writes', async () => {
    const writes = (await allCommands()).filter(({ flags }) => 'dry-run' in flags && 'selector' in flags)
    expect(writes.length).toBeGreaterThan(0)
    expect(writes.filter(({ name }) => !codesOf(name).includes(partial.code)).map(({ name }) => name)).toEqual([])
  })
})
