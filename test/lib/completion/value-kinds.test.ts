import { expect, test } from '@jest/globals'
import type { Bin } from '../../../src/lib/cli/shell/bins.ts'
import { groups } from '../../../src/lib/completion/complete.ts'
import { kindOf, kinds } from '../../../src/lib/completion/value-kinds.ts'
import { configOf } from '../../support/programs.ts'

const bins = ['kubeletcfg', 'nodesize'] satisfies Bin[]
const configs = await Promise.all(bins.map(configOf))
const commands = configs.flatMap((config) => config.commands)

/** What takes a value: by command, the names of flags and arguments without options. */
const valued = commands.flatMap(({ id, flags, args }) => {
  const options = Object.values(flags).filter((flag) => flag.type === 'option' && flag.options === undefined)
  const free = Object.values(args).filter((arg) => arg.options === undefined)
  return [...options, ...free].map(({ name }) => ({ command: id, name }))
})

test('every flag with a value and every argument has a kind of values', () => {
  const missing = valued.filter(({ command, name }) => kindOf(command, name) === undefined)
  expect(missing).toEqual([])
})

test('every entry is used', () => {
  const used = valued.flatMap(({ command, name }) => [`${command} ${name}`, name])
  expect(Object.keys(kinds).filter((key) => !used.includes(key))).toEqual([])
})

test('every group belongs to a command', () => {
  const members = commands.map(({ flags, args }) => [
    ...Object.keys(flags).map((name) => `--${name}`),
    ...Object.keys(args).map((name) => name.toUpperCase()),
  ])
  const unused = groups.filter((group) => !members.some((all) => group.members.every((member) => all.includes(member))))
  expect(unused).toEqual([])
})
