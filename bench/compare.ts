import { type Cost, costOf } from './cost.ts'
import { goalOf } from './goals.ts'
import type { Counter } from './instructions.ts'
import { mean, median } from './middle.ts'
import type { Ratio, Row } from './row.ts'

interface Samples {
  readonly ours: Cost[]
  readonly theirs: Cost[]
}

interface Comparison {
  readonly rounds: number
  /** undefined: instructions are not counted. */
  readonly counter: Counter | undefined
}

/** Runs all rows alternately, so that a slow moment of the machine affects all of them. The first round only warms up. */
export async function compare(rows: readonly Row[], { rounds, counter }: Comparison): Promise<readonly Ratio[]> {
  const samples = rows.map((): Samples => ({ ours: [], theirs: [] }))
  for (let round = 0; round <= rounds; round++)
    for (const [i, row] of rows.entries()) {
      const theirs = await costOf(row.theirs(round))
      const ours = await costOf(row.ours(round))
      if (round === 0) continue
      samples[i]?.theirs.push(theirs)
      samples[i]?.ours.push(ours)
    }
  const ratios: Ratio[] = []
  for (const [i, row] of rows.entries())
    ratios.push(ratioOf(row, samples[i]!, counter && (await instructionRatio(row, rounds + 1, counter))))
  return ratios
}

/** Of one round: the number of instructions varies by less than two percent. */
async function instructionRatio({ ours, theirs }: Row, round: number, count: Counter): Promise<number | undefined> {
  const fewer = await count(theirs(round))
  const more = await count(ours(round))
  return fewer === undefined || more === undefined ? undefined : more / fewer
}

function ratioOf({ what, than }: Row, { ours, theirs }: Samples, instructions: number | undefined): Ratio {
  const wallOf = (costs: readonly Cost[]): number => median(costs.map(({ wall }) => wall))
  const processorOf = (costs: readonly Cost[]): number => mean(costs.map(({ processor }) => processor))
  const [oursMs, theirsMs] = [wallOf(ours), wallOf(theirs)]
  return {
    ...{ what, than, oursMs, theirsMs, instructions },
    goal: goalOf(what),
    wall: oursMs / theirsMs,
    processor: processorOf(ours) / processorOf(theirs),
  }
}
