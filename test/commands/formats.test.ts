import { expect, test } from '@jest/globals'
import { runHosted } from '../support/run-hosted.ts'

const gates = (...more: readonly string[]) =>
  runHosted(['kubeletcfg', 'gates', 'NodeSwap', 'MemoryQoS', '--kubernetes-version=1.36', ...more])

test.each([
  ['-ojsonpath={.items[*].name}', 'NodeSwap MemoryQoS'],
  ['-ojsonpath={range .items[*]}{.name}={.default}{"\\n"}{end}', 'NodeSwap=true\nMemoryQoS=false\n'],
  ['-ojsonpath-as-json={.kubernetesVersion}', '[\n    "1.36"\n]\n'],
  ['-ocustom-columns=NAME:.name,NEEDS:.needs,NOPE:.nope', 'NAME        NEEDS   NOPE\nNodeSwap    []      <none>\n'],
  ['-oname', 'NodeSwap\nMemoryQoS\n'],
])('%s prints a part of the data', async (format, printed) => {
  const { stdout, stderr, exit } = await gates(format)
  expect({ stdout: stdout.slice(0, printed.length), stderr, exit }).toEqual({ stdout: printed, stderr: '', exit: 0 })
})

test.each([['table'], ['wide'], ['custom-columns=NAME:.name']])(
  '--no-headers leaves only rows of %s',
  async (format) => {
    const withHeader = await gates('-o', format)
    const { stdout } = await gates('-o', format, '--no-headers')
    expect(stdout.split('\n').map((line) => line.split(/ +/))).toEqual(
      withHeader.stdout
        .split('\n')
        .slice(1)
        .map((line) => line.split(/ +/)),
    )
  },
)

test('--sort-by sorts by any field of the data', async () => {
  expect((await gates('--sort-by=.name', '-oname')).stdout).toBe('MemoryQoS\nNodeSwap\n')
})

test.each([
  [
    '-ofoo',
    "--output: 'foo' is not one of table, wide, json, yaml, name, jsonpath=…, jsonpath-as-json=…, custom-columns=…",
  ],
  ['-ojsonpath', '--output: the template is empty'],
  ['-ocustom-columns=NAME', "--output: 'NAME' is not a column"],
  ['-ocustom-columns=NAME:{.a', "--output: '{.a' is not a single path"],
  ['--sort-by=.nope', "cannot sort by '.nope': no item has this field"],
  ['--sort-by=.a[', "--sort-by: '[' is not closed (character 3 of '.a[')"],
])('%s is a usage error with a remedy', async (flag, message) => {
  const { stdout, stderr, exit } = await gates(flag)
  const [error, hint] = stderr.split('\n')
  expect({ stdout, error, exit }).toEqual({ stdout: '', error: `error: ${message}`, exit: 2 })
  if (flag !== '-ofoo') expect(hint).toMatch(/^hint: /)
})

test('with --allow-missing-template-keys=false, a missing field is an error', async () => {
  const { stderr, exit } = await gates('-ojsonpath={.nope}', '--allow-missing-template-keys=false')
  expect(stderr).toContain("field 'nope' not found")
  expect(exit).toBe(2)
})

test('a command without templates lists the formats that it has', async () => {
  const { stderr, exit } = await runHosted(['kubeletcfg', 'diff', '-f', 'x', '--global', '-ojsonpath={.a}'])
  expect(stderr).toContain("error: --output: 'jsonpath={.a}' is not one of text, json, yaml\n")
  expect(exit).toBe(2)
})
