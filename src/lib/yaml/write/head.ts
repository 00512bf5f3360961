import type { Document, ParsedNode } from 'yaml'

type Yaml = typeof import('yaml')

/** A document that holds something. */
export type Composed = Document.Parsed<ParsedNode> & { readonly contents: ParsedNode }

interface Head {
  /** Comments that are about the document, each with its line end. */
  readonly lines: string
  /** Is there a blank line below them? */
  readonly hasGap: boolean
}

/**
 * Takes the comments above the first key off a document. What is right above it is about that key, and stays there,
 * unless it is apiVersion or kind: those say nothing that a comment would be about.
 */
export function headOf(yaml: Yaml, { commentBefore, contents }: Composed): Head {
  const map = yaml.isMap(contents) ? contents : undefined
  const first = map?.items[0]?.key
  const isBlock = map?.flow !== true
  const comments = [commentBefore, contents.commentBefore, isBlock ? first?.commentBefore : undefined]
  const all = comments.filter((comment) => comment !== undefined && comment !== null && comment !== '').join('\n\n')
  const isOfDocument = isBlock && yaml.isScalar(first) && /^(?:apiversion|kind)$/i.test(first.source)
  const isApart = all.endsWith('\n') || (commentBefore ?? '') === all
  const cut = isApart || isOfDocument ? all.length : Math.max(0, all.lastIndexOf('\n\n'))
  const [head, own] = [all.slice(0, cut).replace(/\n+$/, ''), all.slice(cut).replace(/^\n+/, '')]
  if (isBlock && first !== undefined) first.commentBefore = own === '' ? null : own
  return { lines: asComments(head), hasGap: isApart || own !== '' }
}

const asComments = (text: string): string =>
  text === ''
    ? ''
    : text
        .split('\n')
        .map((line) => (line === '' ? '\n' : `${`#${line}`.trimEnd()}\n`))
        .join('')
