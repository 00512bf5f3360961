import { plain } from '../../src/lib/kubelet/defaults/plain.ts'
import { merge } from '../../src/lib/kubelet/merge/merge.ts'
import { layersOf, type Start } from '../lib/kubelet/merge/assemble.ts'

/** What a kubelet that was started so answers at /configz. */
export async function configzWith(start: Start = { file: '' }): Promise<object> {
  const merged = merge(await layersOf(start))
  if (merged.outcome === 'refused') throw new Error(`refused: ${JSON.stringify(merged.findings)}`)
  return { kubeletconfig: plain(merged.document) }
}
