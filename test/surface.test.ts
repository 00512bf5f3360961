import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import type { Bin } from '../src/lib/cli/shell/bins.ts'
import { commands } from '../src/programs/commands.ts'
import { expectGolden } from './support/golden.ts'
import { configOf } from './support/programs.ts'

test.each<Bin>(['kubeletcfg', 'nodesize'])('each file of commands/%s is a command of the program', (bin) => {
  const files = globSync('**/*.ts', { cwd: join(import.meta.dirname, '..', 'src', 'commands', bin) })
  const names = files.map((file) => file.replace(/\.ts$/, '').replaceAll('/', ' '))
  expect(Object.keys(commands[bin])).toEqual(names.toSorted())
})

/** Scripts rely on every word of it: a change here is a change for users. */
test.each<Bin>(['kubeletcfg', 'nodesize'])('the commands and flags of %s are what was agreed', async (bin) => {
  const config = await configOf(bin)
  const lines = config.commands.flatMap(({ id, args, flags, summary, examples }) => {
    expect(summary).toMatch(/^[A-Z].*\.$/)
    expect(examples).not.toHaveLength(0)
    const words = [bin, id, ...Object.keys(args).map((name) => name.toUpperCase())]
    const options = Object.values(flags).map((flag) => {
      const short = flag.char === undefined ? '' : `-${flag.char}, `
      const values = flag.type === 'option' ? `=${flag.options?.join('|') ?? flag.helpValue ?? 'VALUE'}` : ''
      return `  ${short}--${flag.name}${values}`
    })
    return [words.join(' '), ...options.toSorted()]
  })
  expectGolden(lines.map((line) => `${line}\n`).join(''), `surface/${bin}.txt`)
})
