import type { Fact } from '../../../message/fact.ts'
import type { Line } from '../../../message/line.ts'
import { releaseFacts } from '../../change/release-messages.ts'
import { passedOverFacts } from '../../read/select-documents.ts'
import type { Validation } from '../validate.ts'
import { dataReport } from './data.ts'
import type { ReportFormat } from './formats.ts'
import { githubReport } from './github.ts'
import { junitReport } from './junit.ts'
import { sarifReport } from './sarif.ts'
import { summaryLine } from './summary.ts'
import { tapReport } from './tap.ts'
import { textReport } from './text.ts'

/** Lines for a terminal, a file in a format of its own, or data for a serializer. */
export type Report =
  | { readonly kind: 'lines'; readonly text: string | readonly Line[] }
  | { readonly kind: 'file'; readonly text: string }
  | { readonly kind: 'data'; readonly format: 'json' | 'yaml'; readonly data: object }

interface ReportOptions {
  readonly summary: boolean
  /** The version of this program. */
  readonly version: string
}

export function reportIn(format: ReportFormat, validation: Validation, { summary, version }: ReportOptions): Report {
  switch (format) {
    case 'text': {
      const last: Line[] = summary ? [[summaryLine(validation)]] : []
      return { kind: 'lines', text: [...textReport(validation, { summary }), ...last] }
    }
    case 'github':
      return { kind: 'lines', text: githubReport(validation, { summary }) }
    case 'tap':
      return { kind: 'lines', text: tapReport(validation) }
    case 'junit':
      return { kind: 'file', text: junitReport(validation) }
    case 'sarif':
      return { kind: 'data', format: 'json', data: sarifReport(validation, version) }
    case 'json':
    case 'yaml':
      return { kind: 'data', format, data: dataReport(validation) }
  }
}

/** Notes and warnings beside the report. A known release that a file names is part of the report. */
export function factsBeside({ passedOver, documents }: Validation): Facts {
  const byFile = new Map(documents.map(({ file, fileRelease }) => [file, fileRelease]))
  const releases = Array.from(byFile, ([file, fileRelease]) =>
    fileRelease === undefined || fileRelease.fit === 'exact'
      ? []
      : [releaseFacts({ release: fileRelease.release, releasesInFiles: [{ file, fileRelease }] })],
  ).flat()
  const all: readonly Facts[] = [passedOverFacts(passedOver), ...releases]
  return { notes: all.flatMap(({ notes }) => notes), warnings: all.flatMap(({ warnings }) => warnings) }
}

interface Facts {
  readonly notes: readonly Fact[]
  readonly warnings: readonly Fact[]
}

/** The counts, when the report has none: in text, the summary is part of the report. */
export const summaryBeside = (format: ReportFormat, validation: Validation): readonly string[] =>
  format === 'text' ? [] : [summaryLine(validation)]
