import { expect, test } from '@jest/globals'
import { agentArguments, agentFlags, listeningAddress } from '../../../../src/lib/cli/flags/agent-flags.ts'

const parse = (flag: { parse: unknown }, text: string): Promise<unknown> =>
  (flag.parse as (text: string, context: object, options: object) => Promise<unknown>)(text, {}, flag)

test.each([
  ['127.0.0.1:10247', { host: '127.0.0.1', port: 10_247 }],
  ['[::1]:80', { host: '::1', port: 80 }],
  ['localhost:1', { host: 'localhost', port: 1 }],
  ['none', undefined],
])('--metrics-address %s', async (text, expected) => {
  expect(await parse(listeningAddress(), text)).toEqual(expected)
})

test.each(['', ':80', '127.0.0.1', '::1:80', 'a:0', 'a:65536', 'a b:1', 'a:1x'])(
  'no address and port: "%s"',
  async (text) => {
    await expect(parse(listeningAddress(), text)).rejects.toMatchObject({ code: 'usage' })
  },
)

test.each([
  ['0', 0],
  ['0s', 0],
  ['7m', 420_000],
])('--trial %s is %d ms', async (text, expected) => {
  expect(await parse(agentFlags.trial, text)).toBe(expected)
})

test('a folder means the same to every process', async () => {
  expect(await parse(agentFlags['state-folder'], '/var/lib/x/')).toBe('/var/lib/x')
  for (const text of ['', '/', 'x', './x', '~/x', '/a\nb'])
    await expect(parse(agentFlags['state-folder'], text)).rejects.toMatchObject({ code: 'usage' })
})

test('a unit gets the flags that were given, as the agent reads them', async () => {
  const values = {
    ...{ trial: 6_000, jitter: 0, 'crash-threshold': 2, 'health-deadline': 15_000, 'restarts-per-hour': 40 },
    ...{ 'metrics-address': { host: '::1', port: 9 }, 'allow-unsafe': ['readOnlyPort', 'address'] },
  }
  const given = ['trial', 'jitter', 'restarts-per-hour', 'metrics-address']
  const flags = agentArguments(values, (flag) => given.includes(flag))
  expect(flags).toEqual([
    ...['--trial=6000ms', '--jitter=0ms', '--restarts-per-hour=40', '--metrics-address=[::1]:9'],
    ...['--allow-unsafe=readOnlyPort', '--allow-unsafe=address'],
  ])
  expect(await parse(agentFlags.trial, '6000ms')).toBe(6_000)
  expect(await parse(agentFlags.jitter, '0ms')).toBe(0)
})

test('only fields that agents guard can be allowed', async () => {
  expect(await parse(agentFlags['allow-unsafe'], 'readOnlyPort')).toBe('readOnlyPort')
  await expect(parse(agentFlags['allow-unsafe'], 'readonlyport')).rejects.toMatchObject({ code: 'usage' })
})
