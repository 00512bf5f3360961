/** Two commands that do the same job, ours and the peer's; each gets the number of the round, so that it has something to do. */
export interface Pair {
  readonly what: string
  readonly prepare?: () => void
  readonly ours: (round: number) => readonly string[]
  readonly theirs: (round: number) => readonly string[]
}

/** What a command costs, in milliseconds. */
export type Cost = (command: readonly string[]) => number

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Prints the medians of both, and their ratio: only the ratios carry over to other machines. */
export function compare(pairs: readonly Pair[], { cost, rounds }: { cost: Cost; rounds: number }): void {
  console.log('ours ms   theirs ms   ratio   what')
  for (const { what, prepare, ours, theirs } of pairs) {
    prepare?.()
    const times = { ours: [] as number[], theirs: [] as number[] }
    for (let round = 0; round < rounds; round++) {
      times.theirs.push(cost(theirs(round)))
      times.ours.push(cost(ours(round)))
    }
    const [mine, other] = [median(times.ours), median(times.theirs)]
    const columns = [mine.toFixed(0).padStart(7), other.toFixed(0).padStart(11), (mine / other).toFixed(2).padStart(7)]
    console.log(`${columns.join(' ')}   ${what}`)
  }
}
