import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'

const root = join(import.meta.dirname, '..')
interface Lists {
  readonly programTests: readonly string[]
  readonly walkTests: readonly string[]
}

const { programTests, walkTests } = (await import(join(root, 'jest.config.js'))) as Lists
const names = [...programTests, ...walkTests]

test.each(names)('%s names a file: npm test runs what no list has', (name) => {
  expect(globSync(name.replace('**/', ''), { cwd: root })).not.toEqual([])
})

test('no file is named twice', () => {
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})
