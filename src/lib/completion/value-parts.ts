import type { ValueKind } from './value-kinds.ts'

interface ValueForm {
  readonly kind: ValueKind | 'option'
  /** Several values can be typed in one word, with commas. */
  readonly isList: boolean
}

interface ValueParts {
  /** What stays as it is. */
  readonly head: string
  /** The beginning of the value at the cursor. */
  readonly text: string
  /** The values before it in the same word. */
  readonly taken: readonly string[]
}

/** The part of a word that is completed: in a list the last element, in a range its end, in `node/NAME` the name. */
export function splitValue(word: string, { kind, isList }: ValueForm): ValueParts {
  const start = isList || kind === 'releases' ? word.lastIndexOf(',') + 1 : 0
  const [before, last] = [word.slice(0, start), word.slice(start)]
  const [own = ''] =
    (kind === 'node' && /^nodes?\//.exec(last)) || (kind === 'releases' && /^\d+\.\d+-/.exec(last)) || []
  return { head: before + own, text: last.slice(own.length), taken: before.split(',').slice(0, -1) }
}
