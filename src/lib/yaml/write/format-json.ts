import type { Tree } from '../../kubelet/model/tree.ts'
import { inFieldOrder, schemaBelow } from '../../kubelet/schema/field-order.ts'
import { configuration, type Schema } from '../../kubelet/schema/schema.ts'
import { inDoubleQuotes } from '../../quoting.ts'

/** JSON with fields in the order of the kubelet's type, indented by two spaces. Numbers keep their spelling. */
export const formatJson = (tree: Tree): string => `${json(tree, configuration, '')}\n`

function json(tree: Tree, schema: Schema | undefined, indent: string): string {
  if (tree.type === 'scalar') return tree.kind === 'string' ? inDoubleQuotes(tree.text) : tree.text
  const deeper = `${indent}  `
  if (tree.type === 'list')
    return block(
      '[]',
      tree.items.map((item) => json(item, schemaBelow(schema), deeper)),
      indent,
    )
  const members = inFieldOrder(tree.entries, schema, ({ key }) => key).map(
    ({ key, value }) => `${inDoubleQuotes(key)}: ${json(value, schemaBelow(schema, key), deeper)}`,
  )
  return block('{}', members, indent)
}

function block(brackets: '[]' | '{}', parts: readonly string[], indent: string): string {
  const [open, close] = brackets
  if (parts.length === 0) return brackets
  return `${open}\n${parts.map((part) => `${indent}  ${part}`).join(',\n')}\n${indent}${close}`
}
