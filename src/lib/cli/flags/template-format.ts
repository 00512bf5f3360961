import { evaluate, valuesAt } from '../../jsonpath/evaluate.ts'
import { parsePath, parseTemplate } from '../../jsonpath/parse.ts'
import { asJson, asText, cellOf } from '../../jsonpath/print.ts'
import { sortBy } from '../../jsonpath/sort.ts'
import { withoutNulls } from '../../jsonpath/without-nulls.ts'
import { usage } from '../usage/usage.ts'
import type { ColumnsFormat, Order, TemplateFormat } from './format-names.ts'

/** Throws Failure 'usage' for a template that cannot be parsed. */
export function parseFormat(
  name: (TemplateFormat | ColumnsFormat)['name'],
  text: string,
): TemplateFormat | ColumnsFormat {
  if (name === 'custom-columns') return { name, columns: columnsOf(text) }
  const template = parseTemplate(text)
  const print = name === 'jsonpath' ? asText : asJson
  return { name, print: (data, options) => print(evaluate(template, withoutNulls(data), options)) }
}

/** `HEADER:path`, with commas between columns. */
function columnsOf(spec: string): ColumnsFormat['columns'] {
  return spec.split(',').map((column) => {
    const [header = '', typed] = column.split(/:(.*)/s)
    if (typed === undefined || typed === '')
      throw usage('ColumnInvalid', `'${column}' is not a column`, 'write HEADER:path, such as NODE:.node')
    const path = parsePath(typed)
    return { header, cell: (data) => cellOf(valuesAt(path, withoutNulls(data))) }
  })
}

/** The path of --sort-by. Throws Failure 'usage' when it is not one path. */
export function parseOrder(text: string): Order {
  const path = parsePath(text)
  return { sort: (rows, dataOf) => sortBy(rows, path, (row) => withoutNulls(dataOf(row))) }
}
