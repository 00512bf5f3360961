import type { Candidate } from '../../completion/candidate.ts'
import { fieldsStartingWith } from '../../kubelet/reference/explain/fields-starting-with.ts'

export const fieldsFrom = (text: string): readonly Candidate[] =>
  fieldsStartingWith(text).map(({ path, meaning }) => ({ value: path, about: meaning }))
