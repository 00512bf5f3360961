import type { Column, View } from './view.ts'

type Labels = Readonly<Record<string, string>>

/**
 * A view with a column for each label, after the others, as -L of kubectl has it. undefined labels: the row is not about
 * an object that has any.
 */
export function withLabels<Row>(
  view: View<Row>,
  keys: readonly string[],
  { labelsOf, isWide }: { readonly labelsOf: (row: Row) => Labels | undefined; readonly isWide: boolean },
): View<Row> {
  const columns = keys.map(
    (key): Column<Row> => ({
      header: headerOf(key),
      value: (row) => {
        const labels = labelsOf(row)
        return labels === undefined ? '-' : (labels[key] ?? '<none>')
      },
    }),
  )
  return isWide ? { ...view, wide: [...view.wide, ...columns] } : { ...view, columns: [...view.columns, ...columns] }
}

/** Without its prefix, as kubectl prints it. */
const headerOf = (key: string): string => key.slice(key.lastIndexOf('/') + 1).toUpperCase()
