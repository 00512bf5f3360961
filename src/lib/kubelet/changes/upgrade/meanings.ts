import { Effective } from '../../defaults/effective.ts'
import { Merged } from '../../defaults/merged.ts'
import type { ConfigDocument } from '../../model/document.ts'
import { compareReleases, type Release } from '../../model/releases.ts'
import { type MeaningChange, meaningChanges } from '../meaning-changes.ts'

interface Span {
  readonly from: Release
  readonly to: Release
}

/** What the document says the same of in both releases, and the newer kubelet takes otherwise. */
export const changedMeanings = (document: ConfigDocument, { from, to }: Span): readonly MeaningChange[] =>
  concerning(new Effective(document, from), new Effective(document, to), { from, to })

/** The same for a document that drop-ins were merged into, by the rules of each release. */
export const changedMeaningsOfMerged = (
  before: ConfigDocument,
  after: ConfigDocument,
  { from, to }: Span,
): readonly MeaningChange[] => concerning(new Merged(before, from), new Merged(after, to), { from, to })

/** Changes of meaning between two releases, whatever a document says. */
export const meaningsBetween = ({ from, to }: Span): readonly MeaningChange[] =>
  meaningChanges.filter(({ since }) => compareReleases(from, since) < 0 && compareReleases(since, to) <= 0)

const concerning = (before: Effective, now: Effective, span: Span): readonly MeaningChange[] =>
  meaningsBetween(span).filter((change) => change.concerns(before, now))
