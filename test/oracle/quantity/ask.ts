import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { goMod } from '../../cluster/build/go-build.ts'
import { outputOf } from '../../cluster/host/output-of.ts'
import type { Line } from './line.ts'

const version = 'v0.37.2'
const source = join(import.meta.dirname, 'program')

/** What k8s.io/apimachinery and kubectl's YAML make of texts, by a program that is built first. */
export async function* ask(texts: Iterable<string>, signal: AbortSignal): AsyncGenerator<Line> {
  const folder = await mkdtemp(join(tmpdir(), 'quantity-oracle-'))
  try {
    await cp(source, folder, { recursive: true })
    await writeFile(join(folder, 'go.mod'), goMod('k8s.io/apimachinery', version))
    const program = join(folder, 'quantities')
    const args = ['build', '-mod=mod', '-o', program, '.']
    await outputOf('go', args, { cwd: folder, env: { GOWORK: 'off' }, signal })
    const child = spawn(program, { signal, stdio: ['pipe', 'pipe', 'inherit'] })
    const ended = once(child, 'close')
    Readable.from(Iterator.from(texts).map((text) => `${JSON.stringify(text)}\n`)).pipe(child.stdin)
    for await (const line of createInterface({ input: child.stdout })) yield JSON.parse(line) as Line
    const [code] = await ended
    if (code !== 0) throw new Error(`the program ended with ${code}`)
  } finally {
    await rm(folder, { recursive: true })
  }
}
