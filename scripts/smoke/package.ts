/** Packs the package, installs it in an empty folder, and runs its commands and its library. */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const elsewhere = await mkdtemp(join(tmpdir(), 'kubeletcfg-smoke-'))
const bin = (name: string): string => join(elsewhere, 'node_modules', '.bin', name)

async function expectOutput(command: string, args: readonly string[], expected: RegExp): Promise<void> {
  const { stdout } = await run(command, args, { cwd: elsewhere })
  if (!expected.test(stdout)) throw new Error(`${command} ${args.join(' ')} printed:\n${stdout}`)
  process.stderr.write(`ok: ${[command.replace(elsewhere, '…'), ...args].join(' ')}\n`)
}

const document = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nmaxPods: 50\n'
const useLibrary = `
import { check, newest, readDocument } from 'kubeletcfg'
const reading = await readDocument(new TextEncoder().encode(${JSON.stringify(document)}))
console.log(check(reading, newest).valid)
await import('kubeletcfg/nodesize').then(({ parseAmounts }) => console.log(parseAmounts({ cpu: '4' }).cpu))
`

try {
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', elsewhere])
  const tarball = (await readdir(elsewhere)).find((name) => name.endsWith('.tgz'))
  await writeFile(join(elsewhere, 'package.json'), '{"private": true, "type": "module"}\n')
  await run('npm', ['install', '--no-audit', '--no-fund', join(elsewhere, tarball ?? '')], { cwd: elsewhere })
  for (const name of ['kubeletcfg', 'nodesize', 'kubectl-kubeletcfg', 'kubectl-nodesize']) {
    await expectOutput(bin(name), ['--version'], /^(kubeletcfg|nodesize)\/\d+\.\d+\.\d+\S* /)
    await expectOutput(bin(name), ['--help'], new RegExp(`\\n  ${name.replace('-', ' ')} \\[COMMAND\\]`))
  }
  await writeFile(join(elsewhere, 'kubelet.yaml'), document)
  await expectOutput(bin('kubeletcfg'), ['validate', 'kubelet.yaml'], /valid for kubelet/)
  await writeFile(join(elsewhere, 'library.js'), useLibrary)
  await expectOutput(process.execPath, ['library.js'], /^true\n4000n$/m)
} finally {
  await rm(elsewhere, { recursive: true, force: true })
}
