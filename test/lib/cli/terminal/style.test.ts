import { expect, test } from '@jest/globals'
import { styleFor } from '../../../../src/lib/cli/terminal/style.ts'

const terminal = { isTTY: true }

test('a terminal gets colours', async () => {
  const style = await styleFor(terminal, { env: { TERM: 'xterm', NO_COLOR: '' }, argv: [] })
  expect(style.bad('x')).toBe('\u001b[31mx\u001b[39m')
})

test.each([
  ['FORCE_COLOR=1', { FORCE_COLOR: '1' }],
  ['FORCE_COLOR=true', { FORCE_COLOR: 'true' }],
  ['FORCE_COLOR=3', { FORCE_COLOR: '3', TERM: 'dumb' }],
  ['an empty FORCE_COLOR', { FORCE_COLOR: '', NO_COLOR: '' }],
])('%s gives colours to a file, too', async (_name, env) => {
  const style = await styleFor({}, { env, argv: [] })
  expect(style.bad('x')).toBe('\u001b[31mx\u001b[39m')
})

test.each([
  ['a file', {}, { TERM: 'xterm' }, []],
  ['NO_COLOR', terminal, { TERM: 'xterm', NO_COLOR: '1' }, []],
  ['TERM=dumb', terminal, { TERM: 'dumb' }, []],
  ['--no-color', terminal, { TERM: 'xterm' }, ['nodesize', 'get', '--no-color']],
  ['FORCE_COLOR=0 on a terminal', terminal, { TERM: 'xterm', FORCE_COLOR: '0' }, []],
  ['FORCE_COLOR=false on a terminal', terminal, { TERM: 'xterm', FORCE_COLOR: 'false' }, []],
  ['NO_COLOR against FORCE_COLOR', terminal, { FORCE_COLOR: '1', NO_COLOR: '1' }, []],
  ['--no-color against FORCE_COLOR', terminal, { FORCE_COLOR: '1' }, ['nodesize', 'get', '--no-color']],
])('%s gets none', async (_name, stream, env, argv) => {
  const style = await styleFor(stream, { env, argv })
  expect(style.bad('x')).toBe('x')
})
