import { configMapName, type Target } from '../../documents/target.ts'
import type { Fact } from '../../message/fact.ts'
import type { Outcome } from '../../ports/outcomes.ts'

/** The ConfigMap of a target, as kubectl names it. */
export const resource = ({ target }: { readonly target: Target }): string => `configmap/${configMapName(target)}`

export const targetText = (target: Target): string => (target.kind === 'global' ? 'global' : `node ${target.node}`)

export const count = (nodes: readonly string[]): string => `${nodes.length} node${nodes.length === 1 ? '' : 's'}`

type Outcomes = readonly Outcome<{ readonly warnings: readonly Fact[] }>[]

/** Failures in the order of the steps, and all warnings of applying them. */
export const conclusionOf = (outcomes: Outcomes) => ({
  failures: outcomes.map(({ failure }) => failure),
  warnings: warningsIn(outcomes),
})

/** Warnings that were found while the steps were applied. */
export const warningsIn = (outcomes: Outcomes): readonly Fact[] =>
  outcomes.flatMap(({ value }) => value?.warnings ?? [])
