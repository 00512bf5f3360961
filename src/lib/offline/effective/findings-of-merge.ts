import { judgeMerged } from '../../kubelet/check/judge.ts'
import { droppedValues } from '../../kubelet/merge/dropped-values.ts'
import { settled } from '../../kubelet/merge/in-files.ts'
import type { Layers } from '../../kubelet/merge/layers.ts'
import type { Merged } from '../../kubelet/merge/merge.ts'
import type { Finding } from '../../kubelet/model/finding.ts'

type Result = Extract<Merged, { readonly outcome: 'merged' }>

/** What the kubelet, or an operator, finds wrong with what layers were merged into. Positions are those of layers. */
export function findingsOfMerge({ document, undefaulted }: Result, layers: Layers): readonly Finding[] {
  const { release, dropIns } = layers
  if (dropIns === undefined) return judgeMerged(document, release, undefaulted)
  return [...judgeMerged(settled(document), release, undefaulted), ...droppedValues(document, { ...layers, dropIns })]
}
