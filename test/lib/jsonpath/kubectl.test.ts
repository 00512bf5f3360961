import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { noStyle } from '../../../src/lib/cli/terminal/style.ts'
import { Table } from '../../../src/lib/cli/terminal/table.ts'
import { evaluate, valuesAt } from '../../../src/lib/jsonpath/evaluate.ts'
import { parsePath, parseTemplate } from '../../../src/lib/jsonpath/parse.ts'
import { asJson, asText, cellOf } from '../../../src/lib/jsonpath/print.ts'
import { sortBy } from '../../../src/lib/jsonpath/sort.ts'

interface Node {
  readonly metadata: { readonly name: string }
}

/** What kubectl printed (record.ts). */
const recordings: {
  readonly nodes: { readonly items: readonly Node[] }
  readonly jsonpath: Record<string, string>
  readonly jsonpathAsJson: Record<string, string>
  readonly refused: Record<string, boolean>
  readonly customColumns: Record<string, string>
  readonly sorted: Record<string, readonly string[]>
} = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'data', 'kubectl-templates.json'), 'utf8'))
const { nodes } = recordings

describe('as kubectl prints it', () => {
  test.each(Object.entries(recordings.jsonpath))('-o jsonpath=%s', (template, printed) => {
    expect(asText(evaluate(parseTemplate(template), nodes))).toBe(printed)
  })

  test.each(Object.entries(recordings.jsonpathAsJson))('-o jsonpath-as-json=%s', (template, printed) => {
    const ours = asJson(evaluate(parseTemplate(template), nodes))
    // Go's encoder also escapes characters for HTML.
    expect(ours).toBe(printed.replaceAll('\\u0026', '&').replaceAll('\\u003c', '<').replaceAll('\\u003e', '>'))
  })

  test.each(Object.entries(recordings.customColumns))('-o custom-columns=%s', (spec, printed) => {
    const columns = spec.split(',').map((column) => {
      const [header = '', path = ''] = column.split(/:(.*)/s)
      return { header, value: (node: Node) => cellOf(valuesAt(parsePath(path), node)) }
    })
    expect(new Table(columns, { style: noStyle }).print(nodes.items)).toBe(printed)
  })

  test.each(Object.entries(recordings.sorted))('--sort-by=%s', (path, names) => {
    const sorted = sortBy(nodes.items, parsePath(path), (node) => node)
    expect(sorted.map(({ metadata }) => `node/${metadata.name}`)).toEqual(names)
  })

  test.each(Object.entries(recordings.refused))('-o jsonpath=%s is refused: %s', (template, refused) => {
    const attempt = () => evaluate(parseTemplate(template), nodes)
    expect(refused).toBe(true)
    expect(attempt).toThrow()
  })
})
