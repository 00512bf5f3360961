import { byCodePoint } from '../compare/code-point.ts'
import { lastOfEach } from '../decode/duplicates.ts'
import { float64Text } from '../grammar/float64.ts'
import type { Mapping, Scalar, Tree } from '../model/tree.ts'

/**
 * A drop-in as it is merged: the kubelet decodes it without types, and encodes that as JSON
 * (DecodeKubeletConfigurationIntoJSON of pkg/kubelet/kubeletconfig). So the spelling of a number is lost, and with it what
 * its type would say of it in the file of --config; strings have no escapes left; keys are sorted.
 */
export const asPatch = (tree: Mapping): Mapping => ({
  ...tree,
  entries: [...lastOfEach(tree)]
    .map((entry) => ({ ...entry, value: encoded(entry.value) }))
    .sort((a, b) => byCodePoint(a.key, b.key)),
})

function encoded(tree: Tree): Tree {
  if (tree.type === 'map') return asPatch(tree)
  if (tree.type === 'list') return { ...tree, items: tree.items.map(encoded) }
  if (tree.kind === 'int' || tree.kind === 'float') return numberOf(tree)
  const { escaped: _, ...string } = tree
  return string
}

/** An int64 if it has digits only, and fits; else a float64. So 1e1 is 10, and 2^64 ends in three zeros. */
function numberOf(number: Scalar): Scalar {
  const integer = digits.test(number.text) ? BigInt(number.text) : undefined
  const isInt64 = integer !== undefined && BigInt.asIntN(64, integer) === integer
  const text = isInt64 ? `${integer}` : float64Text(Number(number.text))
  return { ...number, kind: digits.test(text) ? 'int' : 'float', text }
}

const digits = /^-?\d+$/
