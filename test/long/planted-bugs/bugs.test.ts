import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { bugs } from './bugs.ts'
import { page, rowsIn } from './page.ts'

const checkout = join(import.meta.dirname, '..', '..', '..')

test.each(bugs)('$file still has the place of: $name', ({ file, was, is }) => {
  expect(readFileSync(join(checkout, 'src', 'lib', file), 'utf8').split(was)).toHaveLength(2)
  expect(is).not.toBe(was)
})

test('the tests that find them are there', () => {
  const files = bugs.flatMap(({ foundBy }) => (foundBy.kind === 'tests' ? [foundBy.file] : []))
  expect(files.filter((file) => !existsSync(join(checkout, 'test', 'lib', `${file}.test.ts`)))).toEqual([])
})

test('the page has what was found of each', () => {
  expect([...rowsIn(readFileSync(page, 'utf8')).keys()]).toEqual(bugs.map(({ name }) => name))
})
