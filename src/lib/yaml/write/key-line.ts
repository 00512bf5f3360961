import type { CST, Node, ParsedNode, YAMLMap } from 'yaml'
import type { Trimmings } from './nodes.ts'

type Yaml = typeof import('yaml')
type Pair = YAMLMap.Parsed['items'][number]

/** Is it written below what holds it, and not beside it? */
export const isBlock = (yaml: Yaml, node: Node): boolean => yaml.isCollection(node) && node.flow !== true

/** Behind a flow collection or an alias, a comment would be at the end of the block that takes its place. */
export const standsBehind = (yaml: Yaml, node: ParsedNode): boolean =>
  yaml.isAlias(node) || (yaml.isCollection(node) && node.flow === true)

/** The comment behind it among those above it. */
export const withCommentAbove = ({ comment, commentBefore, spaceBefore }: Trimmings): Trimmings => ({
  commentBefore: [commentBefore, comment].filter((one) => one).join('\n'),
  ...(spaceBefore && { spaceBefore }),
})

/** Takes the comment that belongs on the line of a key off the block that is the value: undefined when there is none. */
export function takeKeyComment(yaml: Yaml, { srcToken, value }: Pair, block: Node): string | undefined {
  const lines = block.commentBefore?.split('\n') ?? []
  const behind = value !== null && standsBehind(yaml, value) ? value.comment : undefined
  const isFirst = srcToken !== undefined && hasCommentOnLine(srcToken.sep)
  const isLast = behind !== undefined && behind !== null && lines.length > 0 && lines.at(-1) === behind
  const taken = isFirst ? lines.shift() : isLast ? lines.pop() : undefined
  if (taken !== undefined) block.commentBefore = lines.join('\n')
  return taken
}

/** Before the line with the colon ends. */
function hasCommentOnLine(sep: readonly CST.SourceToken[] = []): boolean {
  const end = sep.findIndex(({ type }) => type === 'newline')
  return sep.slice(0, end === -1 ? sep.length : end).some(({ type }) => type === 'comment')
}
