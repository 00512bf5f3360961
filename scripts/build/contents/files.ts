import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..', '..')

export const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Write SHA256SUMS for files of a folder; `sha256sum --check SHA256SUMS` verifies them there. */
export async function writeChecksums(folder: string, files: readonly string[]): Promise<void> {
  const lines = files.map(async (file) => `${digestOf(await readFile(join(folder, file)))}  ${file}\n`)
  await writeFile(join(folder, 'SHA256SUMS'), (await Promise.all(lines)).join(''))
}

/** When the commit was made; SOURCE_DATE_EPOCH overrides it, and is needed where there is no working copy. */
export function timeOfSources(): Date {
  const { SOURCE_DATE_EPOCH } = process.env
  const seconds =
    SOURCE_DATE_EPOCH ?? execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' })
  return new Date(Number(seconds) * 1_000)
}
