import type { CST } from 'yaml'
import type { YamlSource } from '../yaml-stream.ts'

type Yaml = typeof import('yaml')

interface Replacement {
  /** Of the document's text, in the offsets of its tokens. */
  readonly start: number
  readonly slice: string
  /** What a scalar shall say that begins at an offset; undefined: what it says. */
  readonly textAt: (offset: number) => string | undefined
}

/** A document with other texts in some of its block scalars, and all around them as it is. */
export function replaceTexts(yaml: Yaml, { tokens }: YamlSource, { start, slice, textAt }: Replacement): string {
  const parts: string[] = []
  let end = 0
  const replace = (token: CST.BlockScalar, text: string): void => {
    const at = token.offset - start
    const { length } = yaml.CST.stringify(token)
    yaml.CST.setScalarValue(token, text, { afterKey: true, type: 'BLOCK_LITERAL' })
    parts.push(slice.slice(end, at), yaml.CST.stringify(token))
    end = at + length
  }
  for (const token of tokens)
    if (token.type === 'document')
      yaml.CST.visit(token, ({ value }) => {
        const text = value?.type === 'block-scalar' ? textAt(value.offset) : undefined
        if (value?.type === 'block-scalar' && text !== undefined) replace(value, text)
      })
  return parts.join('') + slice.slice(end)
}
