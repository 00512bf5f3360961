import type { Node } from 'yaml'
import { inFieldOrder, schemaBelow } from '../../config/field-order.ts'
import { configuration, type Schema } from '../../config/schema.ts'
import type { Mapping, Tree } from '../../config/tree.ts'
import { startReading } from '../read.ts'
import { decodeText } from '../text.ts'
import { formatYaml } from './format-yaml.ts'
import { Nodes, type RootMap } from './nodes.ts'
import { printYaml } from './print-yaml.ts'
import { spellString } from './spell.ts'

/** A value, and where it belongs in a document, name by name. */
export interface Placement {
  readonly names: readonly string[]
  readonly tree: Tree
}

interface Place {
  readonly names: readonly string[]
  readonly schema: Schema | undefined
}

/** The YAML of a document, in canonical form. */
export async function yamlOf(tree: Mapping): Promise<string> {
  const yaml = await import('yaml')
  return printYaml(yaml, new Nodes(yaml).ofTree(tree), '')
}

/** A file that can be read and is YAML, in canonical form and with other values in its first document; comments stay. */
export async function yamlWith(bytes: Uint8Array, placements: readonly Placement[]): Promise<string> {
  const yaml = await import('yaml')
  const nodes = new Nodes(yaml)
  const { source } = await startReading(decodeText(bytes))
  const edit = (root: RootMap): RootMap => {
    for (const { names, tree } of placements) {
      const value = nodes.ofTree(tree, names.reduce<Schema | undefined>(schemaBelow, configuration) ?? opaque)
      place(root, { names, schema: configuration }, value)
    }
    return root
  }
  return formatYaml(source.text, new Set([0]), edit)

  function place(map: RootMap, { names: [name = '', ...rest], schema }: Place, value: Node): void {
    const before = map.items.findLast(({ key }) => key.value === spellString(name))
    const pair = before ?? nodes.member(nodes.scalar(spellString(name)), value)
    if (before === undefined) map.items.push(pair)
    const inside = yaml.isMap(pair.value) ? (pair.value as RootMap) : nodes.map([])
    pair.value = rest.length === 0 ? value : inside
    if (rest.length > 0) place(inside, { names: rest, schema: schemaBelow(schema, name) }, value)
    map.items = inFieldOrder(map.items, schema, ({ key }) => key.value)
    map.flow = false
  }
}

const opaque: Schema = { type: 'scalar', scalar: 'string' }
