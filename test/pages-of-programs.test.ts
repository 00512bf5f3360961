import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import type { Bin } from '../src/lib/cli/shell/bins.ts'
import { exitTable } from '../src/lib/cli/shell/exit-codes.ts'
import { configOf } from './support/programs.ts'
import { readStory, type Step } from './support/story.ts'

const docs = join(import.meta.dirname, '..', 'docs')

function expectSection(page: string, name: string, expected: string): void {
  const path = join(docs, page)
  const section = new RegExp(`(<!-- ${name}: begin[^>]*-->\n)[\\s\\S]*?(<!-- ${name}: end -->)`)
  const text = readFileSync(path, 'utf8')
  expect(text).toMatch(section)
  const updated = text.replace(section, `$1${expected.replaceAll('$', '$$$$')}$2`)
  if (process.env['UPDATE_GOLDEN']) writeFileSync(path, updated)
  expect(readFileSync(path, 'utf8')).toBe(updated)
}

test('the exit codes in docs are those of the program', () => {
  const rows = Object.values(exitTable)
    .toSorted((a, b) => a.code - b.code)
    .map(({ code, meaning }) => `| ${code} | ${meaning} |`)
  expectSection('exit-codes.md', 'exit codes', ['| code | meaning |', '|---|---|', ...rows, ''].join('\n'))
})

test('the tour in docs is the story of the demonstration', () => {
  const chapters = readStory().filter(({ steps }) => steps.length > 0)
  const typed = ({ command, exit }: Step): string => `$ ${command}${exit === 0 ? '' : `   # exit code ${exit}`}`
  const shown = chapters.map(({ text, steps }) =>
    ['', text, '', '```console', ...steps.map(typed), '```', ''].join('\n'),
  )
  expectSection('tour.md', 'tour', `${shown.join('')}\n`)
})

test('the commands in docs are those of the program', async () => {
  const rows: string[] = []
  for (const bin of ['kubeletcfg', 'nodesize'] satisfies Bin[]) {
    const { commands } = await configOf(bin)
    for (const { id, args, summary } of commands)
      rows.push(`| \`${[bin, id, ...Object.values(args).map(placeholder)].join(' ')}\` | ${summary} |`)
  }
  expectSection('commands.md', 'reference', ['| command | what it does |', '|---|---|', ...rows, ''].join('\n'))
})

function placeholder(arg: { name: string; required?: boolean; multiple?: boolean }): string {
  const name = `${arg.name.toUpperCase()}${arg.multiple === true ? '…' : ''}`
  return arg.required === true ? name : `[${name}]`
}
