import { byFirstName, type Placement } from '../../kubelet/model/placement.ts'
import type { Mapping } from '../../kubelet/model/tree.ts'
import { inFieldOrder, schemaBelow } from '../../kubelet/schema/field-order.ts'
import { configuration, type Schema } from '../../kubelet/schema/schema.ts'
import { startReading } from '../read/read.ts'
import { formatYaml } from './format-yaml.ts'
import { Nodes, type RootMap } from './nodes.ts'
import { printYaml } from './print-yaml.ts'
import { spellString } from './spell.ts'

/** The canonical YAML of a document. */
export async function yamlOf(tree: Mapping): Promise<string> {
  const yaml = await import('yaml')
  return printYaml(yaml, new Nodes(yaml).ofTree(tree), '')
}

/** Sets values in the first document of a valid YAML text, in canonical form. Comments are kept. */
export async function yamlWith(text: string, placements: readonly Placement[]): Promise<string> {
  const yaml = await import('yaml')
  const nodes = new Nodes(yaml)
  const { source } = await startReading(text)
  return formatYaml(source.text, { wanted: new Set([0]), edit: (root) => place(root, placements, configuration) })

  function place(map: RootMap, wanted: readonly Placement[], schema: Schema | undefined): RootMap {
    const last = new Map(map.items.map((pair) => [pair.key.value, pair]))
    for (const [name, { value, inside }] of byFirstName(wanted)) {
      const key = spellString(name)
      const below = schemaBelow(schema, name)
      const before = value === undefined ? last.get(key)?.value : nodes.ofTree(value, below ?? opaque)
      const base = before ?? nodes.map([])
      const placed =
        inside.length === 0 ? base : place(yaml.isMap(base) ? (base as RootMap) : nodes.map([]), inside, below)
      const pair = last.get(key)
      if (pair === undefined) map.items.push(nodes.member(nodes.scalar(key), placed))
      else pair.value = placed
    }
    map.items = inFieldOrder(map.items, schema, (pair) => pair.key.value)
    map.flow = false
    return map
  }
}

const opaque: Schema = { type: 'scalar', scalar: 'string' }
