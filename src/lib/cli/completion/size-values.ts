import type { Candidate } from '../../completion/candidate.ts'
import { thresholdFields } from '../../sizes/plan/threshold.ts'

const named = (values: readonly string[]): readonly Candidate[] => values.map((value) => ({ value }))

const ofBoth = (fields: readonly string[]): readonly string[] =>
  fields.flatMap((field) => [`.${field}.cpu`, `.${field}.memory`])

const common = [...ofBoth(['size', 'allocatable', 'balloon', 'requested', 'free', 'drift']), '.node', '.state']

/** The fields of -o json by which nodes are sorted. */
export const pathsOf = {
  get: named(common),
  top: named([...ofBoth(['requestedPercent', 'used', 'usedPercent']), ...common]),
}

export const thresholds = named(thresholdFields)
