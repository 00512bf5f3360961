import type { CST, Node, ParsedNode, YAMLMap } from 'yaml'
import type { Trimmings } from './nodes.ts'

type Yaml = typeof import('yaml')
type Pair = YAMLMap.Parsed['items'][number]

/** Whether a value is written below its key, not beside it. */
export const isBlock = (yaml: Yaml, node: Node): boolean => yaml.isCollection(node) && node.flow !== true

/**
 * A flow collection or an alias is replaced by a block, and a comment behind it would end up at the end of that block.
 */
export const standsBehind = (yaml: Yaml, node: ParsedNode): boolean =>
  yaml.isAlias(node) || (yaml.isCollection(node) && node.flow === true)

/** Moves the comment behind a value to the comments above it. */
export const withCommentAbove = ({ comment, commentBefore, spaceBefore }: Trimmings): Trimmings => ({
  commentBefore: [commentBefore, comment].filter((one) => one).join('\n'),
  ...(spaceBefore && { spaceBefore }),
})

/**
 * Removes the comment that belongs on the line of the key from the block of its value; undefined when there is none.
 */
export function takeKeyComment(yaml: Yaml, { srcToken, value }: Pair, block: Node): string | undefined {
  const lines = block.commentBefore?.split('\n') ?? []
  const behind = value !== null && standsBehind(yaml, value) ? value.comment : undefined
  const isFirst = srcToken !== undefined && hasCommentOnLine(srcToken.sep)
  const isLast = behind !== undefined && behind !== null && lines.length > 0 && lines.at(-1) === behind
  const taken = isFirst ? lines.shift() : isLast ? lines.pop() : undefined
  if (taken !== undefined) block.commentBefore = lines.join('\n')
  return taken
}

/** Whether there is a comment before the end of the line with the colon. */
function hasCommentOnLine(sep: readonly CST.SourceToken[] = []): boolean {
  const end = sep.findIndex(({ type }) => type === 'newline')
  return sep.slice(0, end === -1 ? sep.length : end).some(({ type }) => type === 'comment')
}
