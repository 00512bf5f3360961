import type { ParsedNode } from 'yaml'
import { configuration } from '../../kubelet/schema/schema.ts'
import { locator } from '../read/locate.ts'
import { edited, normalized } from '../read/normalize-yaml.ts'
import type { Edit } from '../read/yaml-cursor.ts'
import { startsOf, type YamlSource, yamlDocuments } from '../read/yaml-stream.ts'
import { CanonicalYaml } from './canonical-yaml.ts'
import { type Composed, headOf } from './head.ts'
import type { RootMap } from './nodes.ts'
import { printYaml } from './print-yaml.ts'
import { withText } from './with-text.ts'

type Yaml = typeof import('yaml')

const options = {
  version: '1.1',
  schema: 'failsafe',
  uniqueKeys: false,
  prettyErrors: false,
  keepSourceTokens: true,
} as const
const startMarker = /^---(?=\s|$)/m
const endMarker = /^\.\.\.(?:\s[\s\S]*)?$/m

interface Changes {
  /** The indices of the documents to format, from 0. */
  readonly wanted: ReadonlySet<number>
  /** Changes a document before it is printed. */
  readonly edit?: (root: RootMap) => RootMap
  /** New texts for block scalars of the other documents, by `line:column`. */
  readonly texts?: ReadonlyMap<string, string>
}

/** Formats some documents of a YAML text, all of them valid. The others are kept, apart from line breaks. */
export async function formatYaml(
  text: string,
  { wanted, edit = (root) => root, texts = new Map() }: Changes,
): Promise<string> {
  const yaml = await import('yaml')
  const original = text.replaceAll('\r\n', '\n')
  const locate = locator(original)
  const { source, originOf, blocks } = normalized({ text: original, locate })
  const sources = [...yamlDocuments(yaml, source)]
  const starts = startsOf(sources)
  const documents = Array.from(wanted, (i): Edit => {
    const [start, end = source.text.length] = starts.slice(i, i + 2)
    const offset = originOf(start!)
    const formatted = formatDocument(yaml, sources[i]!, { slice: source.text.slice(start, end), edit })
    return { offset, length: originOf(end) - offset, text: formatted }
  })
  const scalars = blocks.flatMap((block): readonly Edit[] => {
    const { line, column } = locate(block.offset)
    const own = texts.get(`${line}:${column}`)
    return own === undefined ? [] : [withText(yaml, block, own)]
  })
  const edits = [...documents, ...scalars].toSorted((a, b) => a.offset - b.offset)
  return edited({ text: original, locate }, edits).source.text
}

interface Part {
  readonly slice: string
  readonly edit: (root: RootMap) => RootMap
}

/** A document with its surroundings: comments and `---` before it, `...` and the text after that. */
function formatDocument(yaml: Yaml, { tokens }: YamlSource, { slice, edit }: Part): string {
  const hasStart = tokens.some(
    (token) => token.type === 'document' && token.start.some(({ type }) => type === 'doc-start'),
  )
  const composed = compose(yaml, hasStart ? tokens.filter(({ type }) => type !== 'comment') : tokens)
  const { lines, hasGap } = headOf(yaml, composed)
  const root = new CanonicalYaml(yaml).of(composed.contents, { schema: configuration }) as RootMap
  delete root.commentBefore
  delete root.spaceBefore
  const before = hasStart ? `${preludeOf(slice)}---\n` : ''
  const body = printYaml(yaml, edit(root), composed.comment ?? '')
  return `${before}${lines}${hasGap && lines !== '' ? '\n' : ''}${body}${endMarker.exec(slice)?.[0] ?? ''}`
}

function compose(yaml: Yaml, tokens: YamlSource['tokens']): Composed {
  const [document] = new yaml.Composer<ParsedNode>(options).compose(tokens)
  if (document === undefined || document.contents === null || document.errors.length > 0)
    throw new Error('a document that was read cannot be composed')
  return document as Composed
}

/** Comments before `---`, without directives, which canonical form does not need. */
function preludeOf(slice: string): string {
  const lines = slice.slice(0, startMarker.exec(slice)!.index).split('\n')
  return lines
    .filter((line) => !line.startsWith('%'))
    .join('\n')
    .trimStart()
}
