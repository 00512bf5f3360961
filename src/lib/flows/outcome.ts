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

async function settle<Value>(running: Promise<Value>): Promise<Outcome<Value>> {
  try {
    return { value: await running }
  } catch (error) {
    if (error instanceof Failure) return { failure: error }
    throw error
  }
}
