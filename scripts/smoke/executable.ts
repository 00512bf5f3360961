/** Runs the tour (docs/tour.md) with the executable in dist-exe, in an empty root: no Node.js, and nothing to write but /tmp. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inEmptyRoot } from './empty-root.ts'
import { settledTour } from './settled-tour.ts'

const root = join(import.meta.dirname, '..', '..')
const programs = join(root, 'dist-exe')
const say = (line: string): void => void process.stderr.write(`ok: ${line}\n`)

/** Runs a script that must end without a word on stderr, and returns what it printed. */
async function print(script: string): Promise<string> {
  const { stdout, stderr, exit } = await inEmptyRoot(script, { programs })
  if (exit !== 0 || stderr !== '') throw new Error(`'${script}' ended with ${exit}: ${stdout}${stderr}`)
  say(`${script}, in an empty root`)
  return stdout
}

function expect(isAsExpected: boolean, printed: string): void {
  if (!isAsExpected) throw new Error(`unexpected: ${printed}`)
}

for (const name of ['kubeletcfg', 'nodesize', 'kubectl-kubeletcfg', 'kubectl-nodesize']) {
  const version = await print(`${name} --version`)
  const program = name.replace('kubectl-', '')
  const pattern = new RegExp(`^${program}/\\S+ linux-${process.arch} node-v${process.versions.node}\n$`)
  expect(pattern.test(version), version)
  const help = await print(`${name} --help`)
  expect(help.includes(`\n  ${name.replace('-', ' ')} [COMMAND]`), help)
}
for (const name of ['kubectl_complete-kubeletcfg', 'kubectl_complete-nodesize']) {
  const completed = await print(`${name} ge`)
  expect(/^get\t.*\n:4\n$/m.test(completed), completed)
}

const tour = 'kubeletcfg sandbox --agents --load workload.yaml --fault late-pod=node-c -- sh demo.sh'
const told = await print(`cd /examples && exec 2>&1 && exec ${tour}`)
expect(settledTour(told) === (await readFile(join(root, 'test', 'golden', 'demo.txt'), 'utf8')), told)
