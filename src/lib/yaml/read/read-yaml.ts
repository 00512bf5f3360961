import type { CST, YAMLParseError } from 'yaml'
import { finding } from '../../kubelet/decode/decode-rules.ts'
import type { Finding } from '../../kubelet/model/finding.ts'
import type { Reading } from '../../kubelet/model/reading.ts'
import type { Position, Tree } from '../../kubelet/model/tree.ts'
import { normalized } from './normalize-yaml.ts'
import { syntaxProblem } from './syntax-hint.ts'
import type { Source } from './text.ts'
import { asReading, Unreadable } from './unreadable.ts'
import { yamlProblems } from './yaml-problems.ts'
import { endOfDocument, type YamlSource, yamlDocuments } from './yaml-stream.ts'
import { YamlTree } from './yaml-tree.ts'

type Yaml = typeof import('yaml')

/**
 * lib/yaml resolves scalars and merge keys, and lib/kubelet compares keys: the yaml package does not follow go-yaml,
 * rounds integers beyond 2^53 and needs quadratic time for unique keys.
 */
const options = { version: '1.1', schema: 'failsafe', uniqueKeys: false, prettyErrors: false } as const

/** Reads YAML 1.1 as sigs.k8s.io/yaml does, one document per step. There is always a first one. */
export async function readYaml(source: Source): Promise<Iterator<Reading, void>> {
  return readings(await import('yaml'), source)
}

function* readings(yaml: Yaml, original: Source): Generator<Reading, void> {
  const { source, problem, originOf } = normalized(original)
  const isWritten = (offset: number): boolean => original.text[originOf(offset)] === source.text[offset]
  try {
    for (const document of yamlDocuments(yaml, source, problem)) yield readingOf(yaml, document, { source, isWritten })
  } catch (error) {
    // The boundaries of later documents are unknown.
    yield asReading(error)
  }
}

interface Text {
  readonly source: Source
  /** Whether the file has what is at an offset, which may only fit the text to the parser. */
  isWritten(offset: number): boolean
}

function readingOf(yaml: Yaml, document: YamlSource, text: Text): Reading {
  const { source } = text
  try {
    const tree = treeOf(yaml, document, source)
    const findings = document.ignoredAt === undefined ? [] : [ignored(document.ignoredAt, text)]
    return { outcome: 'tree', format: 'yaml', tree, findings }
  } catch (error) {
    return asReading(error)
  }
}

function treeOf(yaml: Yaml, { tokens }: YamlSource, { text, locate }: Source): Tree {
  const document = withoutStacks(() => new yaml.Composer(options).compose(tokens, true, text.length).next().value)
  const [problem] = document?.errors ?? []
  if (problem !== undefined) throw syntax(problem, tokens, { text, locate })
  const contents = document?.contents ?? null
  const tree = contents === null ? undefined : new YamlTree(yaml, { text, locate }).of(contents)
  if (tree === undefined || isNull(tree)) throw empty(tree ?? locate(0))
  return tree
}

/** To the parser, an unclosed bracket continues, and the error is far below it. */
function syntax({ pos: [at], code }: YAMLParseError, tokens: readonly CST.Token[], source: Source): Unreadable {
  const bracket = unclosed(tokens.find(({ type }) => type === 'document'))
  if (bracket === undefined || bracket.offset > at) return syntaxProblem(source, at, yamlProblems[code])
  return new Unreadable('READ-SYNTAX', source.locate(bracket.offset), { message: `${bracket.source} is not closed` })
}

/** The parser creates an Error for each problem; in a large file, their stack traces alone take seconds. */
function withoutStacks<T>(compose: () => T): T {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return compose()
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

const isNull = (tree: Tree): boolean => tree.type === 'scalar' && tree.kind === 'null'

const empty = (at: Position): Unreadable =>
  new Unreadable('READ-EMPTY', at, {
    message: 'document is empty',
    remedy: 'it needs at least apiVersion and kind',
  })

/** A line of three dots ends the document, and many mean it as an ellipsis. */
function ignored(at: number, { source, isWritten }: Text): Finding {
  const dots = endOfDocument(source.text, at)
  if (dots === undefined || !source.text.startsWith('...', dots) || !isWritten(dots))
    return finding('READ-DOCUMENTS', source.locate(at), {
      message: 'the kubelet reads only the first YAML document: everything from here on is ignored',
      remedy: 'remove it, or give it a file of its own',
    })
  const message = "'...' ends the YAML document: the kubelet ignores everything below it"
  return finding('READ-DOCUMENTS', source.locate(dots), { message, remedy: 'remove the line' })
}

const closing: Readonly<Record<string, string>> = { '[': ']', '{': '}' }

/** The first bracket or brace of a document that is not closed; of several nested ones, the innermost. */
function unclosed(token: CST.Token | null | undefined): CST.SourceToken | undefined {
  for (const child of childrenOf(token)) {
    const found = unclosed(child)
    if (found !== undefined) return found
  }
  if (token?.type !== 'flow-collection') return undefined
  const isClosed = token.end.some(({ source }) => source === closing[token.start.source])
  return isClosed ? undefined : token.start
}

function childrenOf(token: CST.Token | null | undefined): readonly (CST.Token | null | undefined)[] {
  switch (token?.type) {
    case 'document':
      return [token.value]
    case 'block-map':
    case 'block-seq':
    case 'flow-collection':
      return token.items.flatMap(({ key, value }) => [key, value])
    default:
      return []
  }
}
