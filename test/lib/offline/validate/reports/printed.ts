import { serialize } from '../../../../../src/lib/cli/output/serialize.ts'
import { paint } from '../../../../../src/lib/cli/terminal/paint.ts'
import { noStyle } from '../../../../../src/lib/cli/terminal/style.ts'
import type { Release } from '../../../../../src/lib/kubelet/model/releases.ts'
import type { Inputs } from '../../../../../src/lib/offline/read/inputs.ts'
import type { ReportFormat } from '../../../../../src/lib/offline/validate/reports/formats.ts'
import { reportIn } from '../../../../../src/lib/offline/validate/reports/report.ts'
import { type Validation, validate } from '../../../../../src/lib/offline/validate/validate.ts'

export const validated = (
  some: readonly Inputs[],
  releases: readonly Release[],
  lenient = false,
): Promise<Validation> => validate(some, { releases, lenient, ends: true }, { signal: new AbortController().signal })

/** A report as it comes out of the command. */
export async function printed(format: ReportFormat, validation: Validation, summary = false): Promise<string> {
  const report = reportIn(format, validation, { summary, version: '1.2.3' })
  if (report.kind === 'data') return serialize(report.format, report.data)
  return typeof report.text === 'string' ? report.text : paint(report.text, noStyle)
}
