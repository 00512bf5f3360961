import { expect, test } from '@jest/globals'
import type { Position, Tree } from '../../../../src/lib/kubelet/model/tree.ts'
import { readParts } from '../../../../src/lib/yaml/read/read-parts.ts'

/** Where key `here` stands, or else what could not be read. */
async function positionOf(text: string): Promise<string> {
  const { parts } = await readParts(new TextEncoder().encode(text))
  const { reading } = parts.at(-1)!
  const at = reading.outcome === 'tree' ? find(reading.tree) : reading.findings[0]
  return `${at?.line}:${at?.column}`
}

function find(tree: Tree): Position | undefined {
  if (tree.type === 'list') return tree.items.map(find).find((found) => found !== undefined)
  if (tree.type === 'scalar') return undefined
  const inner = tree.entries.map(({ key, at, value }) => (key === 'here' ? at : find(value)))
  return inner.find((found) => found !== undefined)
}

const manifest = (value: string): string => `apiVersion: v1\nkind: ConfigMap\ndata:\n  kubelet: ${value}\n`

test.each([
  ['a literal', '|\n    a: 1\n    here: 1', '6:5'],
  ['deeper inside', '|\n    a:\n      b:\n        - here: 1', '7:11'],
  ['after blank lines and comments', '|\n\n    # note\n\n    here: 1', '8:5'],
  ['blanks at the ends of lines', '|\n    a: 1   \n    here: 1', '6:5'],
  ['indented further than needed', '|2\n        a: 1\n        here: 1', '6:9'],
  ['without a last line break', '|-\n    here: 1', '5:5'],
  ['behind a comment', '| # note\n    here: 1', '5:5'],
  ['behind an anchor and a tag', '&a !!str |\n    here: 1', '5:5'],
  ['the same line twice', '|\n    a:\n      x: 1\n    b:\n      x: 1\n      here: 1', '9:7'],
  ['after characters of two units', '|\n    {"\u{1F600}\u{1F600}": 1, here: 1}', '5:15'],
  ['a folded block', '>\n    a: [1,\n    2,\n    {here: 1}]', '7:6'],
  ['a folded block with lines that stay', '>\n    a:\n      b: 1\n      here: 1\n', '7:7'],
  ['a quoted scalar', '"a: 1\\nhere: 1\\n"', '4:12'],
  ['a scalar in single quotes', "'here: 1'", '4:12'],
  ['what cannot be read', '|\n    a: 1\n    b: [', '6:8'],
  ['what is no YAML', '|\n    a: b: c', '5:8'],
])('%s', async (_what, value, expected) => {
  expect(await positionOf(manifest(value))).toBe(expected)
})

test.each([
  ['lines that end in CR LF', manifest('|\n    a: 1\n    here: 1').replaceAll('\n', '\r\n'), '6:5'],
  ['a second document', `---\nkind: Pod\napiVersion: v1\n---\n${manifest('|\n    here: 1')}`, '9:5'],
  ['an alias', `x: &x |\n  here: 1\n${manifest('*x')}`, '2:3'],
  [
    'an item of a List',
    'apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: ConfigMap\n  data:\n    kubelet: |\n      here: 1\n',
    '8:7',
  ],
  ['JSON', '{"apiVersion": "v1", "kind": "ConfigMap",\n "data": {"kubelet": "here: 1"}}', '2:22'],
])('%s', async (_what, text, expected) => {
  expect(await positionOf(text)).toBe(expected)
})
