import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Oracle } from '../oracle.ts'
import { parting } from '../report.ts'
import { compareFolder, type Difference } from './compare.ts'
import { type Folder, folderOf } from './folder.ts'

export interface FoundFolder extends Difference {
  readonly seed: number
  readonly files: Folder
  readonly errors: readonly string[]
}

interface Range {
  readonly seed: number
  readonly count: number
  readonly signal: AbortSignal
}

/** Folders on disk at once. */
const batch = 100

/** Folders with drop-ins against the kubelet's own code, which reads them from the disk as we do. */
export class FolderCampaign {
  readonly #oracle: Oracle
  readonly #found = new Map<string, FoundFolder>()
  readonly #stages = new Map<string, number>()
  #differing = 0

  constructor(oracle: Oracle) {
    this.#oracle = oracle
  }

  async run({ seed, count, signal }: Range): Promise<void> {
    for (let first = seed; first < seed + count; first += batch) {
      signal.throwIfAborted()
      const seeds = Array.from({ length: Math.min(batch, seed + count - first) }, (_, index) => first + index)
      const top = await mkdtemp(join(tmpdir(), 'drop-ins-'))
      try {
        await this.#ask(seeds, top, signal)
      } finally {
        await rm(top, { recursive: true, force: true })
      }
    }
  }

  /** One of each kind. */
  found(): readonly FoundFolder[] {
    return [...this.#found.values()]
  }

  summary(): string {
    const stages = [...this.#stages].sort().map(([stage, count]) => `${stage} ${count}`)
    return `${stages.join(', ')}; ${this.#differing} differ`
  }

  async #ask(seeds: readonly number[], top: string, signal: AbortSignal): Promise<void> {
    const folders = seeds.map((seed) => ({ seed, path: join(top, `${seed}`), files: folderOf(seed) }))
    for (const { path, files } of folders) await write(path, files)
    const encoder = new TextEncoder()
    const verdicts = await this.#oracle.judge(folders.map(({ path }) => encoder.encode(path)))
    for (const [index, verdict] of verdicts.entries()) {
      const { seed, path, files } = folders[index]!
      const stage = verdict.stage ?? 'valid'
      this.#stages.set(stage, (this.#stages.get(stage) ?? 0) + 1)
      const difference = await compareFolder({ path, files, release: this.#oracle.release, verdict }, signal)
      if (difference === undefined) continue
      this.#differing++
      const errors = verdict.errors.map(({ message }) => message.replaceAll(path, ''))
      const kind = kindOf(difference, errors)
      if (!this.#found.has(kind)) this.#found.set(kind, { ...difference, seed, files, errors })
    }
  }
}

async function write(path: string, files: Folder): Promise<void> {
  await mkdir(join(path, 'drop-ins'), { recursive: true })
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(path, name)), { recursive: true })
    await writeFile(join(path, name), text)
  }
}

function kindOf({ aspect, ours, kubelets, reasons }: Difference, errors: readonly string[]): string {
  const [one] = aspect === 'merged' ? [parting(ours, kubelets).map((text) => text.slice(0, 60))] : [[ours, kubelets]]
  const why = [reasons[0] ?? '', errors[0] ?? ''].map((text) =>
    text.replaceAll(/\d+|"[^"]*"|'[^']*'|\.\w+/g, '').slice(0, 80),
  )
  return JSON.stringify([aspect, one, aspect === 'verdict' ? why : ''])
}

/** A difference for people. */
export function reportFolder({ seed, aspect, files, errors, reasons, ...two }: FoundFolder): string {
  const [ours, kubelets] = aspect === 'merged' ? parting(two.ours, two.kubelets) : [two.ours, two.kubelets]
  const texts = Object.entries(files).map(([name, text]) => `  ${name}: ${JSON.stringify(text)}`)
  return [
    `\n${aspect}, seed ${seed}:`,
    ...texts,
    `  ours:    ${ours || 'nothing'}`,
    ...reasons.map((reason) => `           ${reason.slice(0, 300)}`),
    `  kubelet: ${kubelets || 'nothing'}`,
    ...errors.map((error) => `           ${error.slice(0, 300)}`),
    '',
  ].join('\n')
}
