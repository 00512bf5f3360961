import { expect, test } from '@jest/globals'
import { nodes } from '../machine/nodes.ts'
import { cpuShare } from './allocatable.ts'
import { noRaces, raceOn, type Tally } from './claim-races.ts'
import { keepInstalled } from './installation.ts'

keepInstalled()

/** Over both nodes. More of them by RACES=1000, for figures. */
const rounds = Number(process.env['RACES'] ?? 60)
/** Milliseconds for one. */
const roundMs = 5_000

/** Both nodes at the same time; that no workload beside them is disturbed is looked at after each test. */
async function race({ noCordon }: { noCordon: boolean }): Promise<Tally> {
  const tallies = await Promise.all(
    nodes.map(async ({ name: node }) => {
      const [cpu, each] = [await cpuShare(node, 60n), Math.ceil(rounds / nodes.length)]
      return raceOn({ node, rounds: each, noCordon, cpu })
    }),
  )
  const sumOf = (key: keyof Tally): number => tallies.reduce((sum, tally) => sum + tally[key], 0)
  const keys = Object.keys(noRaces) as (keyof Tally)[]
  const sums = Object.fromEntries(keys.map((key) => [key, sumOf(key)])) as unknown as Tally
  process.stderr.write(`races ${noCordon ? 'without a cordon' : 'by default'}: ${JSON.stringify(sums)}\n`)
  return sums
}

test(
  'no pod that is created while a node becomes smaller is refused by the kubelet',
  async () => {
    const { refused, leftCordoned, neither, podFirst, sizeFirst } = await race({ noCordon: false })
    expect({ refused, leftCordoned }).toEqual({ refused: 0, leftCordoned: 0 })
    expect(podFirst + sizeFirst + neither).toBeGreaterThanOrEqual(rounds)
    // Either may win, or this would be no race.
    expect(Math.min(podFirst, sizeFirst)).toBeGreaterThan(0)
  },
  rounds * roundMs,
)

test(
  'without a cordon, pods can be refused, and those that run are not disturbed',
  async () => {
    const { refused, podFirst, sizeFirst, neither } = await race({ noCordon: true })
    expect(refused + podFirst + sizeFirst + neither).toBeGreaterThanOrEqual(rounds)
  },
  rounds * roundMs,
)
