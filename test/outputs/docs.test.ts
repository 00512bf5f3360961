import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { goldenExchanges } from './goldens.ts'
import { outputSchemas } from './schemas.ts'

const text = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'output.md'), 'utf8')
const examples = [...text.matchAll(/`([^`]+)`:\n\n```json\n([\s\S]*?)```/g)].map(([, command, stdout]) => ({
  command,
  stdout,
}))

test('docs/output.md has a line for every schema', () => {
  const linked = [...text.matchAll(/\(\.\.\/schemas\/v1alpha1\/(\w+)\.json\)/g)].map(([, name]) => name)
  expect(linked.toSorted()).toEqual(outputSchemas)
})

test('it has examples', () => {
  expect(examples.length).toBeGreaterThan(2)
})

test.each(examples)('$command prints what docs/output.md says', (example) => {
  const printed = goldenExchanges.filter(({ command }) => command === example.command)
  expect(printed.map(({ stdout }) => stdout)).toContain(example.stdout)
})
