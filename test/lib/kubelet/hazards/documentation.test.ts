import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { hazards } from '../../../../src/lib/kubelet/hazards/all.ts'

const read = (name: string): string => readFileSync(join(import.meta.dirname, '../../../..', name), 'utf8')

test('docs/validate.md has a row for each hazard, and no other', () => {
  const rows = hazards.map(({ id, meaning }) => `| ${id} | ${meaning} |`)
  expect(read('docs/validate.md').match(/^\| H\d+ \|.*$/gm)).toEqual(rows)
})

test.each(['docs/validate.md', 'docs/guarantees.md'])('%s names the last hazard', (name) => {
  expect(read(name)).toMatch(new RegExp(`H01 to ${hazards.at(-1)!.id}\\b`))
})
