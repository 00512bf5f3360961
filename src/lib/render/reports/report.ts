import type { Validation } from '../../flows/files/validate.ts'
import type { FileRelease } from '../../kubelet/model/file-release.ts'
import type { Line } from '../../tone.ts'
import { releaseRemark } from '../file-release.ts'
import { noteOn } from '../passed-over.ts'
import { dataReport } from './data.ts'
import type { ReportFormat } from './formats.ts'
import { githubReport } from './github.ts'
import { junitReport } from './junit.ts'
import { sarifReport } from './sarif.ts'
import { summaryLine } from './summary.ts'
import { tapReport } from './tap.ts'
import { textReport } from './text.ts'

/** Lines that a terminal may show, a file of its own kind, or data for a serializer. */
export type Report =
  | { readonly kind: 'lines'; readonly text: string | readonly Line[] }
  | { readonly kind: 'file'; readonly text: string }
  | { readonly kind: 'data'; readonly format: 'json' | 'yaml'; readonly data: object }

interface ReportOptions {
  readonly summary: boolean
  /** Of this program. */
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

/** What is said beside the report; in text, the summary is a part of it. */
export function notesOn(format: ReportFormat, validation: Validation, { summary }: { summary: boolean }): string[] {
  return [
    ...noteOn(validation.passedOver),
    ...releaseRemarks(validation, 'none'),
    ...(summary && format !== 'text' ? [summaryLine(validation)] : []),
  ]
}

/** Releases that are a guess. */
export const releaseWarningsOn = (validation: Validation): string[] =>
  releaseRemarks(validation, 'newer', 'older', 'several')

/** Once for each file. What a file names, and is known, stands in the report. */
function releaseRemarks({ documents }: Validation, ...fits: readonly FileRelease['fit'][]): string[] {
  const byFile = new Map(documents.map(({ file, fileRelease }) => [file, fileRelease]))
  return Array.from(byFile, ([file, found]) =>
    found !== undefined && fits.includes(found.fit) ? [releaseRemark(file, found).text] : [],
  ).flat()
}
