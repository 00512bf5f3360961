import type { BlockScalar } from '../read/yaml-block-scalar.ts'
import type { Edit } from '../read/yaml-cursor.ts'

type Yaml = typeof import('yaml')

/** Replaces the text of a block scalar. Its comment and the empty lines below it are kept. */
export function withText(yaml: Yaml, { offset, end, indent, comment, gap }: BlockScalar, text: string): Edit {
  const width = indent + 2
  const token = yaml.CST.createScalarToken(text, { type: 'BLOCK_LITERAL', indent: width })
  const written = yaml.CST.stringify(token).replace('\n', () => `${comment && ` ${comment}`}\n`)
  // Lines with more spaces would be part of the text.
  const below = gap.replaceAll(/^ +/gm, (blanks) => blanks.slice(0, width))
  return { offset, length: end - offset, text: written + below }
}
