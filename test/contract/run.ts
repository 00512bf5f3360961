import { afterAll, beforeAll, describe, test } from '@jest/globals'
import { chanceOf, shuffled } from './chance.ts'
import { poolOf } from './pool.ts'
import type { Belongings, Case, Side } from './subject.ts'

export interface Run<Of extends Side> {
  readonly seed: number
  readonly cases: readonly Case<Of>[]
  /** With the cases that take long. */
  readonly thorough: boolean
  start(seed: number): Promise<Of>
}

/** Every case as a test of its own, in an order that the seed decides. */
export function describeContract<Of extends Side>({ seed, cases: all, thorough, start }: Run<Of>): void {
  const cases = shuffled(
    all.filter(({ slow }) => thorough || !slow),
    chanceOf(seed),
  )
  describe(`seed ${seed}`, () => {
    let side: Of
    let results: readonly Promise<void>[] = []
    beforeAll(async () => {
      side = await start(seed)
      results = begin(side, cases, seed)
    })
    afterAll(() => side.close())
    for (const [index, { name }] of cases.entries()) test(name, () => results[index], 120_000)
  })
}

/** As many cases at a time as the side has lanes. */
function begin<Of extends Side>(side: Of, cases: readonly Case<Of>[], seed: number): Promise<void>[] {
  const lanes = poolOf(Array.from({ length: side.lanes }, (_, lane) => lane))
  const nodes = poolOf(side.nodes)
  const results = cases.map(async (one, index) => {
    const lane = await lanes.borrow()
    try {
      await runCase(one, { side, nodes, seed: seed * 1000 + index })
    } finally {
      lanes.giveBack(lane)
    }
  })
  for (const result of results) result.catch(() => undefined)
  return results
}

interface Surroundings<Of extends Side> {
  readonly side: Of
  readonly nodes: ReturnType<typeof poolOf<string>>
  readonly seed: number
}

/** A kubelet notices a little later than the API server that pods are gone. */
const forgetMs = 80

async function runCase<Of extends Side>({ run }: Case<Of>, { side, nodes, seed }: Surroundings<Of>): Promise<void> {
  await using stack = new AsyncDisposableStack()
  const chance = chanceOf(seed)
  const between = (least: number, most: number): number => least + Math.floor(chance() * (most - least + 1))
  const belongings: Belongings = {
    between,
    name: () => `c${seed}-${between(0, 2 ** 40).toString(36)}`,
    async node() {
      const node = await nodes.borrow()
      stack.defer(async () => {
        await side.pass(forgetMs)
        nodes.giveBack(node)
      })
      return node
    },
    afterwards: (task) => stack.defer(async () => void (await task())),
  }
  await run({ ...side, ...belongings })
}
