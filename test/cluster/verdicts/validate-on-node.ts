/**
 * Runs on a node, where try-kubelets.ts starts it: takes configurations as a JSON array on stdin, and prints what
 * `validate --host` says there about all of them.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { newest } from '../versions.ts'
import { startContainerd } from './containerd.ts'

const bin = join(import.meta.dirname, '..', '..', '..', 'bin', 'kubeletcfg.cjs')

await startContainerd()
const folder = mkdtempSync('/run/verdicts/documents-')
const files = ((await json(process.stdin)) as string[]).map((text, i) => {
  const file = join(folder, `${i}.yaml`)
  writeFileSync(file, text)
  return file
})
const args = ['validate', ...files, '--host', `--kubernetes-version=${newest}`, '-o', 'json']
const ran = spawnSync(process.execPath, [bin, ...args], { encoding: 'utf8', maxBuffer: 2 ** 26, timeout: 60_000 })
process.stderr.write(ran.stderr)
// 3: some documents are invalid. Containerd goes with this process.
process.stdout.write(ran.stdout, () => process.exit(ran.status === 3 ? 0 : (ran.status ?? 1)))
