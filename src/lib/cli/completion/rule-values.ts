import type { Candidate } from '../../completion/candidate.ts'
import { rules as decodeRules } from '../../kubelet/decode/decode-rules.ts'
import { allRules } from '../../kubelet-reference/explain/all-rules.ts'

export const rules = (): readonly Candidate[] => [
  ...Object.entries(decodeRules).map(([value, { meaning }]) => ({ value, about: meaning })),
  ...allRules.map(({ id, meaning }) => ({ value: id, about: meaning })),
]
