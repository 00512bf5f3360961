import { expect, test } from '@jest/globals'
import type { Bin } from '../../../../src/lib/cli/shell/bins.ts'
import { arrange } from '../../../../src/lib/cli/shell/run.ts'
import { breakCommand } from '../../../../src/lib/cli/terminal/break-command.ts'
import { configOf } from '../../../support/programs.ts'
import { runHosted } from '../../../support/run-hosted.ts'

/** What a shell makes of an example in --help: one line. */
const joined = (text: string): string => text.replaceAll(/ \\\n +/g, ' ')

test.each<Bin>(['kubeletcfg', 'nodesize'])(
  'examples in the help of %s can be pasted, and no template is left',
  async (bin) => {
    const config = await configOf(bin)
    for (const { id, examples = [] } of config.commands) {
      const { stdout } = await runHosted([bin, ...id.split(' '), '--help'])
      expect(stdout).not.toContain('<%')
      const shown = joined(stdout)
        .split('\n')
        .map((line) => line.trim())
      const sources = [examples].flat().map((example) => (typeof example === 'string' ? example : example.command))
      for (const source of sources) expect(shown).toContain(`${source.replaceAll('<%= config.bin %>', bin)}`)
      const broken = stdout.split('\n').filter((line) => line.endsWith('\\'))
      expect(broken.filter(breaksQuotes)).toEqual([])
    }
  },
)

/** Has a quote no other half in its line? */
const breaksQuotes = (line: string): boolean => /['"]/.test(line.replaceAll(/'[^']*'|"[^"]*"/g, ''))

test.each([
  ['a b c', 80, ['a b c']],
  ['aaaa bbbb cccc', 9, ['aaaa \\', '  bbbb \\', '  cccc']],
  ["a 'b c d e f' g", 8, ['a \\', "  'b c d e f' \\", '  g']],
  [`a x="b ' \\" c" d`, 6, ['a \\', `  x="b ' \\" c" \\`, '  d']],
])('%j in %d columns', (command, width, expected) => {
  expect(breakCommand(command, width)).toEqual(expected)
})

test.each([
  ['help', '--help'],
  ['help push', 'push --help'],
  ['help help', '--help --help'],
  ['help version', '--version --help'],
  ['version', '--version'],
  ['options', '--help options'],
  ['get help', 'get help'],
  ['', ''],
  ['-n other get node-a', 'get -n other node-a'],
  ['-nother --context=c -q get', 'get -nother --context=c -q'],
  ['--request-timeout 5 get --as x', 'get --request-timeout 5 --as x'],
  ['-n get', '-n get'],
  ['--replicas 3 set', '--replicas 3 set'],
  ['--help get', '--help get'],
  ['-q', '-q'],
  ['help agent run', 'agent run --help'],
  ['-n other agent run --dry-run', 'agent run -n other --dry-run'],
  ['-n other agent', 'agent -n other'],
])('the command line "%s" is taken for "%s"', async (typed, expected) => {
  expect(await arrange(typed.split(' '), { agent: '' })).toEqual(expected.split(' '))
})

/** kubectl's own help has what concerns a verb; what concerns all is said once. */
const mostLines = 40

test.each<Bin>(['kubeletcfg', 'nodesize'])('the help of a command of %s fits on a screen', async (bin) => {
  for (const { id } of (await configOf(bin)).commands) {
    const { stdout } = await runHosted([bin, ...id.split(' '), '--help'])
    const lines = stdout.trimEnd().split('\n')
    expect({ id, lines: lines.length <= mostLines || lines }).toEqual({ id, lines: true })
    expect(stdout).not.toMatch(/--kubeconfig=|\.{4}|default \)|undefined/)
  }
})

test.each<Bin>(['kubeletcfg', 'nodesize'])('%s lists once what all commands have', async (bin) => {
  const { stdout, exit } = await runHosted([bin, 'options'])
  expect(exit).toBe(0)
  expect(stdout).toMatch(/^ {2} {4}--kubeconfig=FILE/m)
  expect(stdout).toMatch(/^ {2}-q, --quiet/m)
  expect(stdout).toMatch(/^ {2} 70 {2}internal error/m)
})

test.each<Bin>(['kubeletcfg', 'nodesize'])('%s has the verbs of kubectl', async (bin) => {
  for (const [verb, flag] of [
    ['help get', 'get --help'],
    ['help', '--help'],
    ['version', '--version'],
  ] as const) {
    const ran = await runHosted([bin, ...verb.split(' ')])
    expect(ran).toEqual({ ...(await runHosted([bin, ...flag.split(' ')])), exit: 0 })
    expect(ran.stdout).toContain(bin)
  }
})
