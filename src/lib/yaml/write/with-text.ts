import type { BlockScalar } from '../read/yaml-block-scalar.ts'
import type { Edit } from '../read/yaml-cursor.ts'

type Yaml = typeof import('yaml')

/** Puts another text into a block scalar. Its comment and the blank lines below it stay. */
export function withText(yaml: Yaml, { offset, end, indent, comment, gap }: BlockScalar, text: string): Edit {
  const width = indent + 2
  const token = yaml.CST.createScalarToken(text, { type: 'BLOCK_LITERAL', indent: width })
  const written = yaml.CST.stringify(token).replace('\n', () => `${comment && ` ${comment}`}\n`)
  // Wider ones would be lines of the text.
  const below = gap.replaceAll(/^ +/gm, (blanks) => blanks.slice(0, width))
  return { offset, length: end - offset, text: written + below }
}
