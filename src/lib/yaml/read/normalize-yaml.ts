import { countUpTo } from './locate.ts'
import type { Source } from './text.ts'
import type { BlockScalar } from './yaml-block-scalar.ts'
import { type Edit, ScanProblem } from './yaml-cursor.ts'
import { YamlScan } from './yaml-scan.ts'

interface Normalized {
  readonly source: Source
  readonly problem: ScanProblem | undefined
  /** The offset in the original for one in the text. */
  readonly originOf: (offset: number) => number
  /** In the original, by offset. */
  readonly blocks: readonly BlockScalar[]
}

/**
 * A YAML text for the yaml package, with the positions of the original, and the offset at which go-yaml stops at the
 * latest.
 */
export function normalized(original: Source): Normalized {
  const scan = new YamlScan(original.text)
  const problem = problemOf(scan)
  const { blocks } = scan
  const before = problem === undefined ? scan.edits : scan.edits.filter(({ offset }) => offset <= problem.offset)
  if (before.length === 0) return { source: original, problem, originOf: (offset) => offset, blocks }
  const { source, originOf } = edited(original, before)
  const shift = source.text.length - original.text.length
  return { source, originOf, blocks, problem: problem && { message: problem.message, offset: problem.offset + shift } }
}

function problemOf(scan: YamlScan): ScanProblem | undefined {
  try {
    while (scan.token());
    return undefined
  } catch (error) {
    if (error instanceof ScanProblem) return error
    throw error
  }
}

/** A text with edits applied in order. */
export function edited({ text, locate }: Source, edits: readonly Edit[]): Pick<Normalized, 'source' | 'originOf'> {
  const parts: string[] = []
  /** Where each part between two edits starts, in the new text and in the original. */
  const [starts, origins] = [[0], [0]]
  let length = 0
  for (const edit of edits) {
    const kept = text.slice(origins.at(-1), edit.offset)
    parts.push(kept, edit.text)
    length += kept.length + edit.text.length
    starts.push(length)
    origins.push(edit.offset + edit.length)
  }
  parts.push(text.slice(origins.at(-1)))
  const originOf = (offset: number): number => {
    const part = countUpTo(starts, offset) - 1
    return Math.min(origins[part]! + offset - starts[part]!, origins[part + 1] ?? text.length)
  }
  return { source: { text: parts.join(''), locate: (offset) => locate(originOf(offset)) }, originOf }
}
