/** Numbers of CPUs or NUMA nodes. */
export type Range = readonly [first: number, last: number]

/** Of a set such as `0-3,8`, with signs as Go reads them; the rules of the document refuse other text. */
export const rangesIn = (text: string): readonly Range[] =>
  text.split(',').flatMap((item): readonly Range[] => {
    const [, first, last = first] = /^(\+?\d+)(?:-([+-]?\d+))?$/.exec(item) ?? []
    return first === undefined ? [] : [[Number(first), Number(last)]]
  })

export const countIn = (ranges: readonly Range[]): number =>
  ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0)

/** The kernel merges neighbours: a range that is online is within one range. */
export const covers = (ranges: readonly Range[], [first, last]: Range): boolean =>
  ranges.some(([from, to]) => from <= first && last <= to)
