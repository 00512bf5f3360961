import { spawn } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { newest } from '../../../src/lib/kubelet/model/releases.ts'
import { goMod } from '../../cluster/build/go-build.ts'
import { outputOf } from '../../cluster/host/output-of.ts'
import { kubeletOf } from '../kubelets.ts'
import type { Line } from './line.ts'

const version = kubeletOf(newest).version.replace(/^1/, 'v0')
const source = join(import.meta.dirname, 'program')

/** Random messages and what k8s.io/api makes of them, from a program that is built first. */
export async function* randomObjects(seed: number, count: number, signal: AbortSignal): AsyncGenerator<Line> {
  const folder = await mkdtemp(join(tmpdir(), 'protobuf-oracle-'))
  try {
    await cp(source, folder, { recursive: true })
    await writeFile(join(folder, 'go.mod'), goMod('k8s.io/api', version))
    const program = join(folder, 'objects')
    const args = ['build', '-mod=mod', '-o', program, '.']
    await outputOf('go', args, { cwd: folder, env: { GOWORK: 'off' }, signal })
    const { stdout } = spawn(program, [`--seed=${seed}`, `--count=${count}`], {
      signal,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    for await (const line of createInterface({ input: stdout })) yield JSON.parse(line) as Line
  } finally {
    await rm(folder, { recursive: true })
  }
}
