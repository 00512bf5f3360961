import pMap from 'p-map'
import { isFree } from './differences.ts'
import { judge, type Verdict } from './judge.ts'
import type { Case, Subject, World } from './walk.ts'

export interface Tally {
  requests: number
  refused: number
  invalid: number
  unchanged: number
  allowed: number
  readonly holes: string[]
  /** Free fields that a request changed, as texts. */
  readonly used: Set<string>
}

const emptyTally = (): Tally => ({
  ...{ requests: 0, refused: 0, invalid: 0, unchanged: 0, allowed: 0 },
  ...{ holes: [], used: new Set() },
})

interface Run {
  readonly world: World
  readonly subject: Subject
  readonly cases: readonly Case[]
}

/** Sends all of them, several at a time, each as a dry run. */
export async function runCases({ world, subject, cases }: Run): Promise<Tally> {
  const tally = emptyTally()
  await pMap(
    cases,
    async (one) => {
      const verdict = await outcomeOf(world, subject, one)
      if (verdict === undefined) return
      tally.requests += 1
      if (one.isNeeded && verdict.is === 'refused') tally.holes.push(`${one.what}: refused, and it is needed`)
      if (verdict.is === 'hole') tally.holes.push(`${one.what}: ${verdict.why}`)
      else tally[verdict.is] += 1
      if (verdict.is === 'allowed' && one.allowed !== 'nothing')
        for (const { path } of one.allowed.free ?? [])
          if (verdict.paths.some((changed) => isFree(changed, [{ path }]))) tally.used.add(path.join('.'))
    },
    { concurrency: 12 },
  )
  return tally
}

/** Others write as well: what is compared with has to be the object that was changed. */
async function outcomeOf(world: World, subject: Subject, one: Case, attempts = 4): Promise<Verdict | undefined> {
  const before = await world.read(one.thing)
  const asked = one.asked(before)
  if (asked === undefined) return undefined
  const answer = await world.send(subject.who, asked)
  const isSame = async () => {
    const read = await world.read(one.thing, true)
    return read.metadata?.['resourceVersion'] === before.metadata?.['resourceVersion']
  }
  const verdict = judge(one, subject.manager, before, answer)
  const isDoubtful = answer.status === 409 || verdict.is === 'hole'
  if (isDoubtful && attempts > 1 && !one.isNew && !(await isSame())) return outcomeOf(world, subject, one, attempts - 1)
  return verdict
}
