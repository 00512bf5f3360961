/** Two commands that do the same job. Each gets the number of the round, so that every round makes a change. */
export interface Pair {
  readonly what: string
  readonly prepare?: () => void
  readonly ours: (round: number) => readonly string[]
  readonly theirs: (round: number) => readonly string[]
}

/** Cost of a command in milliseconds. */
export type Cost = (command: readonly string[]) => number

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Prints the medians and their ratio. Only ratios are comparable between machines. */
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
