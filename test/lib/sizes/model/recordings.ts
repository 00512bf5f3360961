import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Pod } from '../../../../src/lib/api/pod.ts'

const file = join(import.meta.dirname, '../../../data/resize-recordings.json')
const recordings: Record<string, { setup: string; pods: readonly Pod[] }> = JSON.parse(readFileSync(file, 'utf8'))

/** What an API server 1.36.3 and its kubelet made of a balloon, one pod per event of a watch or answer to a request. */
export function recorded(name: string): readonly Pod[] {
  const recording = recordings[name]
  if (recording === undefined) throw new Error(`no recording ${name}`)
  return recording.pods
}
