import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { guards } from '../src/lib/kubelet/changes/guarded-fields.ts'

const path = join(import.meta.dirname, '..', 'docs', 'agent-security.md')
const section = /(<!-- guarded fields: begin .*-->\n)[\s\S]*?(<!-- guarded fields: end -->)/

test('the page has the fields that agents guard, with the reason for each', () => {
  const rows = Object.entries(guards).map(([field, { why }]) => `| \`${field}\` | ${why} |`)
  const expected = ['| field | a change for the worse |', '|---|---|', ...rows, ''].join('\n')
  const text = readFileSync(path, 'utf8')
  expect(text).toMatch(section)
  const updated = text.replace(section, (_, begin, end) => `${begin}\n${expected}\n${end}`)
  if (process.env['UPDATE_GOLDEN']) writeFileSync(path, updated)
  expect(readFileSync(path, 'utf8')).toBe(updated)
})
