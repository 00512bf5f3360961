import { expect, test } from '@jest/globals'
import { drawsBlocks } from '../../../../src/lib/cli/terminal/draws-blocks.ts'

test.each<[NodeJS.ProcessEnv, NodeJS.Platform, boolean]>([
  [{ LANG: 'de_DE.UTF-8' }, 'linux', true],
  [{ LANG: 'C.utf8' }, 'linux', true],
  [{ LC_CTYPE: 'UTF-8' }, 'darwin', true],
  [{ LANG: 'C' }, 'linux', false],
  [{ LANG: 'C', LC_ALL: 'en_US.UTF-8' }, 'linux', true],
  [{ LANG: 'en_US.UTF-8', LC_ALL: 'POSIX' }, 'linux', false],
  [{ LANG: 'en_US.UTF-8', LC_ALL: '' }, 'linux', true],
  [{ LANG: 'en_US.ISO-8859-1', LC_CTYPE: 'en_US.UTF-8' }, 'linux', true],
  [{}, 'linux', false],
  [{}, 'win32', true],
])('%j on %s: %s', (env, platform, blocks) => {
  expect(drawsBlocks({ env, platform })).toBe(blocks)
})
