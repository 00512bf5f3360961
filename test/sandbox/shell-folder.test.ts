import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute, join, relative } from 'node:path'
import { expect, test } from '@jest/globals'
import { temporaryFolder } from '../../src/sandbox/shell/temporary-folder.ts'

const parent = mkdtempSync(join(tmpdir(), 'parent-'))

test('a temporary folder goes with all that is in it', () => {
  const folder = temporaryFolder(parent)
  mkdirSync(join(folder.path, 'a'))
  writeFileSync(join(folder.path, 'a', 'b'), '')
  folder[Symbol.dispose]()
  expect(existsSync(folder.path)).toBe(false)
})

test('a temporary folder is found from everywhere', () => {
  using folder = temporaryFolder(relative(process.cwd(), parent))
  expect(isAbsolute(folder.path)).toBe(true)
})

test.each([
  [
    'that does not exist',
    join(parent, 'absent'),
    `cannot create a folder in '${join(parent, 'absent')}': no such file or folder`,
  ],
  ['with a colon', '/tmp/a:b', "cannot use '/tmp/a:b' for temporary files: its path contains ':'"],
])('a temporary folder in a place %s is a usage error', (_, place, message) => {
  expect(() => temporaryFolder(place)).toThrow(
    expect.objectContaining({
      code: 'usage',
      message,
      fact: expect.objectContaining({ hints: ['set TMPDIR to another folder'] }),
    }),
  )
})
