import { expect, test } from '@jest/globals'
import { styleFor } from '../../../../src/lib/cli/terminal/style.ts'

const terminal = { isTTY: true }

test('a terminal gets colours', async () => {
  const style = await styleFor(terminal, { env: { TERM: 'xterm', NO_COLOR: '' }, argv: [] })
  expect(style.bad('x')).toBe('\u001b[31mx\u001b[39m')
})

test.each([
  ['a file', {}, { TERM: 'xterm' }, []],
  ['NO_COLOR', terminal, { TERM: 'xterm', NO_COLOR: '1' }, []],
  ['TERM=dumb', terminal, { TERM: 'dumb' }, []],
  ['--no-color', terminal, { TERM: 'xterm' }, ['nodesize', 'get', '--no-color']],
])('%s gets none', async (_name, stream, env, argv) => {
  const style = await styleFor(stream, { env, argv })
  expect(style.bad('x')).toBe('x')
})
