import type { CST } from 'yaml'

const closing: Readonly<Record<string, string>> = { '[': ']', '{': '}' }

/** The first bracket or brace of a document that is not closed; of several nested ones, the innermost. */
export function unclosed(token: CST.Token | null | undefined): CST.SourceToken | undefined {
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
