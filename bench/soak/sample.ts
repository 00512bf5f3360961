import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Of a process, as Linux counts it. */
export interface Sample {
  /** MiB. What is its own: neither mapped files nor pages that it shares. */
  readonly anonymous: number
  /** MiB. */
  readonly rss: number
  readonly openFiles: number
  /** Of its own, on the disk. */
  readonly files: number
  /** The same, in KiB. */
  readonly kib: number
  /** Of the process and of the programs that it has run, seconds. */
  readonly processorSeconds: number
}

export function sampleOf(pid: number, folder?: string): Sample {
  const memory = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  const mebibytes = (name: string): number => Number(new RegExp(`^${name}: +(\\d+)`, 'm').exec(memory)?.[1]) / 1024
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const ticks = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
  const files = folder === undefined ? [] : filesBelow(folder)
  return {
    anonymous: mebibytes('Anonymous'),
    rss: mebibytes('Rss'),
    openFiles: readdirSync(`/proc/${pid}/fd`).length,
    files: files.length,
    kib: files.reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0) / 1024,
    processorSeconds: ticks.reduce((sum, each) => sum + Number(each), 0) / 100,
  }
}

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
  )
