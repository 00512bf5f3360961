import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { parseAst } from 'rolldown/parseAst'

const lib = join(import.meta.dirname, '..', 'src', 'lib')
const page = join(import.meta.dirname, '..', 'docs', 'reasons.md')

interface Node {
  readonly type: string
  readonly [key: string]: unknown
}

interface Declared {
  readonly reason: string
  /** Without the values of the case, for which `…` stands. */
  readonly text: string
  readonly room: string
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** All nodes of a tree, in the order of the text. */
function* nodesIn(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const item of value) yield* nodesIn(item)
  if (!isNode(value)) return
  yield value
  for (const [key, child] of Object.entries(value))
    if (key !== 'params' && key !== 'typeArguments') yield* nodesIn(child)
}

/** The first text of a message; of several cases, that of the first. */
function textOf(body: unknown, reason: string): string {
  for (const node of nodesIn(body)) {
    if (node.type === 'TemplateLiteral')
      return (node['quasis'] as readonly { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…')
    if (node.type === 'Literal' && typeof node['value'] === 'string' && node['value'] !== reason) return node['value']
  }
  return ''
}

function declaredIn(file: string): readonly Declared[] {
  const text = readFileSync(join(lib, file), 'utf8')
  if (!/\bmessage\(/.test(text)) return []
  return [...nodesIn(parseAst(text, { lang: 'ts' }))].flatMap((node) => {
    if (node.type !== 'CallExpression' || (node['callee'] as Node)['name'] !== 'message') return []
    const [reason, say] = node['arguments'] as readonly Node[]
    return reason?.type === 'Literal' && say !== undefined
      ? [
          {
            reason: String(reason['value']),
            text: textOf(say['body'], String(reason['value'])),
            room: file.split('/')[0]!,
          },
        ]
      : []
  })
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').trim()

function pageOf(declared: readonly Declared[]): string {
  const rooms = [...Map.groupBy(declared, ({ room }) => room)].toSorted(([one], [other]) => (one < other ? -1 : 1))
  const tables = rooms.map(([room, some]) =>
    [
      `## ${room}`,
      '',
      '| reason | message |',
      '|---|---|',
      ...some
        .toSorted((one, other) => (one.reason < other.reason ? -1 : 1))
        .map(({ reason, text }) => `| \`${reason}\` | ${oneLine(text)} |`),
    ].join('\n'),
  )
  const intro = `# Reasons

Scripts match on \`reason\` in \`-o json\`, in conditions, Events and logs; it does not change. The message beside it is for people, and may. Here is how each
begins, with … for what depends on the case; a message that is put together from others has none here. Findings about a document have rules instead: see
\`kubeletcfg explain RULE\`. This page is made from the source, with \`UPDATE_GOLDEN=1 npm test reasons-page\`.`
  return `${[intro, ...tables].join('\n\n')}\n`
}

test('the page has every message that the source declares', () => {
  const wanted = pageOf(globSync('**/*.ts', { cwd: lib }).toSorted().flatMap(declaredIn))
  if (process.env['UPDATE_GOLDEN']) writeFileSync(page, wanted)
  expect(readFileSync(page, 'utf8')).toBe(wanted)
})
