import type { Effective } from '../kubelet/defaults/effective.ts'
import type { CheckOutcome, HostCheck } from './host-checks.ts'
import { Unseen } from './host-view.ts'
import { type ObstacleFact, stopsKubelet } from './obstacle-messages.ts'

/** The requirements on files, ports, amounts and settings of the host. */
const hostRule = 'S14'

interface Named extends Pick<HostCheck, 'path' | 'covers' | 'at'> {
  /** Absent: S14. */
  readonly rule?: string
}

/** Compares one requirement with the host: `ask` finds the obstacle, and may see what it needs to see or not. */
export async function hostCheck(
  { rule = hostRule, ...named }: Named,
  ask: () => Promise<ObstacleFact | undefined>,
): Promise<HostCheck> {
  return { ...named, rule, outcome: await outcomeOf(ask) }
}

async function outcomeOf(ask: () => Promise<ObstacleFact | undefined>): Promise<CheckOutcome> {
  try {
    const fact = await ask()
    return fact === undefined ? { kind: 'met' } : { kind: 'notMet', fact, stops: stopsKubelet(fact) }
  } catch (error) {
    if (error instanceof Unseen) return { kind: 'notSeen', fact: error.fact }
    throw error
  }
}

/** The first of these fields that has a value for a resource; or else the first. */
export const fieldWith = (config: Effective, fields: readonly string[], resource: string): string =>
  fields.find((name) => config.map(name).has(resource)) ?? fields[0]!
