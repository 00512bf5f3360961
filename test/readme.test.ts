import { expect, test } from '@jest/globals'
import type { Bin } from '../src/lib/cli/shell/bins.ts'
import { configOf } from './support/programs.ts'
import { page, typedIn } from './support/readme-commands.ts'

const typed = typedIn()

test('README is short', () => {
  expect(page.split('\n').length).toBeLessThanOrEqual(150)
})

test('README shows both programs', () => {
  expect(new Set(typed.map((line) => line.split(' ')[0]))).toEqual(new Set(['kubeletcfg', 'nodesize']))
})

test.each(typed)('README: %s is a command, with flags that it has', async (line) => {
  const [bin, ...words] = line.split(/\s+/) as [Bin, ...string[]]
  const { commands } = await configOf(bin)
  const command = commands
    .filter(({ id }) => `${words.join(' ')} `.startsWith(`${id} `))
    .toSorted((one, other) => other.id.length - one.id.length)[0]
  const flags = Object.entries(command?.flags ?? {}).flatMap(([name, { char }]) => [`--${name}`, `-${char}`])
  const used = words.flatMap((word) => (/^--?[a-z]/.test(word) ? [word.replace(/=.*/, '')] : []))
  expect(flags).toEqual(expect.arrayContaining(used))
  expect(command).toBeDefined()
})
