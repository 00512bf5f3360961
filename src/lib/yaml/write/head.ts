import type { Document, ParsedNode } from 'yaml'

type Yaml = typeof import('yaml')

/** A document that is not empty. */
export type Composed = Document.Parsed<ParsedNode> & { readonly contents: ParsedNode }

interface Head {
  /** Comments about the document, each with its line break. */
  readonly lines: string
  /** Whether there is an empty line below them. */
  readonly hasGap: boolean
}

/**
 * Removes the comments above the first key from a document. A comment directly above the key is about the key and stays
 * there, unless the key is apiVersion or kind: comments there are about the document.
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
