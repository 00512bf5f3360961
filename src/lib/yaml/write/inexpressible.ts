import { finding } from '../../kubelet/decode/decode-rules.ts'
import { allDuplicates } from '../../kubelet/decode/duplicates.ts'
import type { Finding } from '../../kubelet/model/finding.ts'
import type { Position, Tree } from '../../kubelet/model/tree.ts'
import { configuration } from '../../kubelet/schema/schema.ts'

/**
 * Values that a kubelet reads but that canonical form cannot express: writing them would turn an accident into a
 * decision.
 */
export const inexpressible = (tree: Tree): readonly Finding[] => [
  ...allDuplicates(tree, { path: '', schema: configuration }).filter(({ rule }) => rule === 'READ-AMBIGUOUS'),
  ...nonNumbers(tree),
]

/** A kubelet ignores such numbers when a later key replaces them, and as keys. */
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
    message: 'number is infinite or NaN, which canonical form cannot express',
    remedy: 'remove it, or put it in quotes',
  })
