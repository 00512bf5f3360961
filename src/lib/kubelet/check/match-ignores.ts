import type { Finding } from '../model/finding.ts'
import type { IgnoreComment } from '../model/ignore-comment.ts'

/** What a comment is about: findings of rules, on its lines of a file. */
interface Concern {
  readonly rules: readonly string[]
  readonly file?: string | undefined
  readonly comment: Pick<IgnoreComment, 'lines'>
}

/** Findings of one rule in one file, from top to bottom. */
interface Group<F extends Finding> {
  readonly findings: readonly F[]
  /** For each, and for the end: the index of the first one at or below it that no comment has taken. */
  readonly free: number[]
}

/** Finds what comments concern, in a time that does not grow with comments times findings. */
export class Concerned<F extends Finding> {
  readonly #groups: ReadonlyMap<string, Group<F>>

  constructor(findings: readonly F[]) {
    const groups = Map.groupBy(findings, ({ rule, file }) => keyOf(rule, file))
    this.#groups = new Map(Array.from(groups, ([key, some]) => [key, groupOf(some)]))
  }

  /** Whether there is a finding that a comment concerns. */
  has(ignore: Concern): boolean {
    return this.#spans(ignore).some(([, first, end]) => first < end)
  }

  /** The findings that a comment concerns, without those that an earlier call returned. */
  take(ignore: Concern): readonly F[] {
    return this.#spans(ignore).flatMap(([{ findings, free }, first, end]) => {
      const taken: F[] = []
      for (let i = nextFree(free, first); i < end; i = nextFree(free, i)) {
        taken.push(findings[i]!)
        free[i] = i + 1
      }
      return taken
    })
  }

  #spans({ rules, file, comment: { lines } }: Concern): readonly (readonly [Group<F>, first: number, end: number])[] {
    return [...new Set(rules)].flatMap((rule) => {
      const group = this.#groups.get(keyOf(rule, file))
      if (group === undefined) return []
      const { findings } = group
      if (lines === undefined) return [[group, 0, findings.length] as const]
      return [[group, indexOfLine(findings, lines.first), indexOfLine(findings, lines.last + 1)] as const]
    })
  }
}

const keyOf = (rule: string, file = ''): string => `${rule} ${file}`

const groupOf = <F extends Finding>(some: readonly F[]): Group<F> => ({
  findings: some.toSorted((a, b) => lineOf(a) - lineOf(b)),
  free: Array.from({ length: some.length + 1 }, (_, i) => i),
})

/** Without a line, it is about the whole document: only a comment about all of it concerns it. */
const lineOf = ({ line = 0 }: Finding): number => line

/** The index of the first finding on a line or below it. */
function indexOfLine(findings: readonly Finding[], line: number): number {
  let [low, high] = [0, findings.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (lineOf(findings[middle]!) < line) low = middle + 1
    else high = middle
  }
  return low
}

/** Follows the indices, and shortens the way for the next time. */
function nextFree(free: number[], from: number): number {
  let end = from
  while (free[end] !== end) end = free[end]!
  for (let i = from; i !== end; ) [i, free[i]] = [free[i]!, end]
  return end
}
