import type { CST, YAMLParseError } from 'yaml'
import { finding } from '../../kubelet/decode/decode-rules.ts'
import type { Reading } from '../../kubelet/model/reading.ts'
import type { Position, Tree } from '../../kubelet/model/tree.ts'
import type { Locate } from './locate.ts'
import type { Source } from './text.ts'
import { asReading, Unreadable } from './unreadable.ts'
import { fitted } from './yaml-fitted.ts'
import { yamlProblems } from './yaml-problems.ts'
import { type YamlSource, yamlDocuments } from './yaml-stream.ts'
import { YamlTree } from './yaml-tree.ts'
import { unclosed } from './yaml-unclosed.ts'

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
  const { source, problem } = fitted(original)
  try {
    for (const document of yamlDocuments(yaml, source, problem)) yield readingOf(yaml, document, source)
  } catch (error) {
    // The boundaries of later documents are unknown.
    yield asReading(error)
  }
}

function readingOf(yaml: Yaml, document: YamlSource, source: Source): Reading {
  try {
    const tree = treeOf(yaml, document, source)
    const findings = document.ignoredAt === undefined ? [] : [ignored(source.locate(document.ignoredAt))]
    return { outcome: 'tree', format: 'yaml', tree, findings }
  } catch (error) {
    return asReading(error)
  }
}

function treeOf(yaml: Yaml, { tokens }: YamlSource, { text, locate }: Source): Tree {
  const document = withoutStacks(() => new yaml.Composer(options).compose(tokens, true, text.length).next().value)
  const [problem] = document?.errors ?? []
  if (problem !== undefined) throw syntax(problem, tokens, locate)
  const contents = document?.contents ?? null
  const tree = contents === null ? undefined : new YamlTree(yaml, locate).of(contents)
  if (tree === undefined || isNull(tree)) throw empty(tree ?? locate(0))
  return tree
}

/** To the parser, an unclosed bracket continues, and the error is far below it. */
function syntax({ pos: [at], code }: YAMLParseError, tokens: readonly CST.Token[], locate: Locate): Unreadable {
  const bracket = unclosed(tokens.find(({ type }) => type === 'document'))
  if (bracket === undefined || bracket.offset > at)
    return new Unreadable('READ-SYNTAX', locate(at), { message: yamlProblems[code] })
  return new Unreadable('READ-SYNTAX', locate(bracket.offset), { message: `${bracket.source} is not closed` })
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

const ignored = (at: Position) =>
  finding('READ-DOCUMENTS', at, {
    message: 'the kubelet reads only the first YAML document: everything from here on is ignored',
    remedy: 'remove it, or give it a file of its own',
  })
