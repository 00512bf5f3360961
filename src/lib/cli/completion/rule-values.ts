import type { Candidate } from '../../completion/candidate.ts'
import { isIgnorable } from '../../kubelet/check/ignorable.ts'
import { rules as decodeRules } from '../../kubelet/decode/decode-rules.ts'
import { allRules } from '../../kubelet/reference/explain/all-rules.ts'

/** Rules that can be ignored. */
export const warningRules = (): readonly Candidate[] => rules().filter(({ value }) => isIgnorable(value))

export const rules = (): readonly Candidate[] => [
  ...Object.entries(decodeRules).map(([value, { meaning }]) => ({ value, about: meaning })),
  ...allRules.map(({ id, meaning }) => ({ value: id, about: meaning })),
]
