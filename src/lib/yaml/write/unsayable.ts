import { finding } from '../../kubelet/decode/decode-rules.ts'
import { allDuplicates } from '../../kubelet/decode/duplicates.ts'
import type { Finding } from '../../kubelet/model/finding.ts'
import type { Position, Tree } from '../../kubelet/model/tree.ts'
import { configuration } from '../../kubelet/schema/schema.ts'

/** What a kubelet reads, and canonical form has no way to say: to write it would decide what chance decides. */
export const unsayable = (tree: Tree): readonly Finding[] => [
  ...allDuplicates(tree, { path: '', schema: configuration }).filter(({ rule }) => rule === 'READ-AMBIGUOUS'),
  ...nonNumbers(tree),
]

/** A kubelet lets them be where a later key replaces them, and keys. */
function* nonNumbers(tree: Tree): Generator<Finding> {
  if (tree.type === 'scalar' && tree.kind === 'null' && tree.text !== 'null') yield nonNumber(tree)
  if (tree.type === 'list') for (const item of tree.items) yield* nonNumbers(item)
  if (tree.type !== 'map') return
  for (const { key, kind, at, value } of tree.entries) {
    if (kind === 'float' && !Number.isFinite(Number(key))) yield nonNumber(at)
    yield* nonNumbers(value)
  }
}

const nonNumber = (at: Position): Finding =>
  finding('READ-NUMBER', at, {
    message: 'number is infinite or none, which canonical form cannot say',
    remedy: 'remove it, or put it in quotes',
  })
