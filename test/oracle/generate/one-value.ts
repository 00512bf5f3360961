import { fields } from '../../../src/lib/kubelet/data/fields.ts'
import type { Chance } from './chance.ts'
import { type Node, nodeOf } from './node.ts'
import { nearlyRight, right } from './scalars.ts'

/** Paths of scalars by type: there is one of a time, and there are thirty of strings. */
const scalars = [...Map.groupBy(fields, ({ type }) => type)].flatMap(([type, rows]) => {
  if (type === 'struct' || type === 'list' || type === 'map') return []
  const paths = rows.map(({ path }) => path).filter((path) => path !== 'apiVersion' && path !== 'kind')
  return [{ paths, right: right[type], nearlyRight: nearlyRight[type] }]
})

/** One value of any field or element that is a scalar, and what it stands in; more often than not, it does not decode. */
export function oneValue(chance: Chance): readonly [key: string, value: Node] {
  const { paths, ...values } = chance.pick(scalars)
  const path = chance.pick(paths)
  const value = nodeOf(chance.pick(chance.once(4) ? values.right : values.nearlyRight))
  const [top = '', ...below] = path.match(/\w+|\[\]|\{\}/g) ?? []
  return [top, below.reduceRight(inside, value)]
}

/** A value in a list, in a map, or in a struct's field. */
function inside(value: Node, step: string): Node {
  if (step === '[]') return { type: 'list', items: [value] }
  return { type: 'map', entries: [[step === '{}' ? 'a' : step, value]] }
}
