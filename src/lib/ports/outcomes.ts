import pMap from 'p-map'
import { Failure } from '../message/failure.ts'

/** The outcome of one target of several; a failure does not stop the others. */
export type Outcome<Value> =
  | { readonly value: Value; readonly failure?: undefined }
  | { readonly failure: Failure; readonly value?: undefined }

/**
 * Runs the same act on several targets, up to `concurrency` at a time. Outcomes are in the order of the targets. An
 * error that is not a Failure is thrown.
 */
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

/**
 * Runs the steps of a plan one after the other. When the plan is refused, no step runs: each fails with the refusal.
 */
export async function walk<Step, Value>(
  { steps, refusal }: Plan<Step>,
  run: (step: Step) => Promise<Value>,
): Promise<readonly Outcome<Value>[]> {
  return refusal === undefined ? forEachTarget(steps, run) : steps.map(() => ({ failure: refusal }))
}

/** The outcome of a promise. An error that is not a Failure is thrown. */
export async function settle<Value>(running: Promise<Value>): Promise<Outcome<Value>> {
  try {
    return { value: await running }
  } catch (error) {
    if (error instanceof Failure) return { failure: error }
    throw error
  }
}

/** The same for an optional read: only a Failure 'refused' becomes an outcome, every other error is thrown. */
export async function unlessRefused<Value>(running: Promise<Value>): Promise<Outcome<Value>> {
  const outcome = await settle(running)
  if (outcome.failure !== undefined && outcome.failure.code !== 'refused') throw outcome.failure
  return outcome
}

export function orThrow<Value>(outcome: Outcome<Value>): Value {
  if (outcome.failure !== undefined) throw outcome.failure
  return outcome.value
}

/** Whether the request may have been carried out all the same. */
export const isUnanswered = ({ code }: Failure): boolean =>
  code === 'unreachable' || code === 'timeout' || code === 'interrupted'
