import pMap from 'p-map'
import { Failure } from '../failure.ts'

/** What became of one target of several: none stops the others. */
export type Outcome<Value> =
  | { readonly value: Value; readonly failure?: undefined }
  | { readonly failure: Failure; readonly value?: undefined }

/** Run the same thing on several targets, so many at a time, in the order of the targets. A bug still throws. */
export async function forEachTarget<Target, Value>(
  targets: readonly Target[],
  run: (target: Target) => Promise<Value>,
  concurrency = 1,
): Promise<readonly Outcome<Value>[]> {
  return pMap(targets, (target) => settle(run(target)), { concurrency })
}

interface Plan<Step> {
  readonly steps: readonly Step[]
  readonly refusal: Failure | undefined
}

/** Run the steps of a plan, one after the other. Of a plan that is refused none is run: each fails with the refusal. */
export async function walk<Step, Value>(
  { steps, refusal }: Plan<Step>,
  run: (step: Step) => Promise<Value>,
): Promise<readonly Outcome<Value>[]> {
  return refusal === undefined ? forEachTarget(steps, run) : steps.map(() => ({ failure: refusal }))
}

/** For what may fail without harm, until it is needed. A bug still throws. */
export async function settle<Value>(running: Promise<Value>): Promise<Outcome<Value>> {
  try {
    return { value: await running }
  } catch (error) {
    if (error instanceof Failure) return { failure: error }
    throw error
  }
}

/** The same for what one can do without, if it may not be seen: every other failure still throws. */
export async function unlessRefused<Value>(running: Promise<Value>): Promise<Outcome<Value>> {
  const outcome = await settle(running)
  if (outcome.failure !== undefined && outcome.failure.code !== 'refused') throw outcome.failure
  return outcome
}

/** The value, or the failure thrown. */
export function orThrow<Value>(outcome: Outcome<Value>): Value {
  if (outcome.failure !== undefined) throw outcome.failure
  return outcome.value
}
