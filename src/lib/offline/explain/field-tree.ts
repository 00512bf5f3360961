import type { TreeRow } from '../../kubelet/reference/explain/field-tree.ts'

/** One line per field: name, indented below its parent, type and default. */
export function describeTree(rows: readonly TreeRow[]): string {
  const named = rows.map((row) => ({ ...row, label: `${'  '.repeat(row.depth)}${row.name}` }))
  const [names, types] = [widest(named.map(({ label }) => label)), widest(named.map(({ type }) => type))]
  return named
    .map(({ label, type, default: value = '' }) =>
      `${label.padEnd(names)}   ${type.padEnd(types)}   ${value}`.trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('')
}

const widest = (texts: readonly string[]): number => texts.reduce((width, text) => Math.max(width, text.length), 0)

export const treeData = (rows: readonly TreeRow[]): readonly Record<string, unknown>[] =>
  rows.map(({ path, type, default: value }) => ({ path, type, default: value ?? null }))
