import type { Severity } from '../../config/finding.ts'
import type { Validation } from '../../flows/validate.ts'
import { findingText } from '../findings.ts'

const commands: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'notice' }

/** Workflow commands of GitHub Actions: annotations on the lines of a change. */
export const githubReport = ({ documents, releases }: Validation): string =>
  documents
    .flatMap(({ file, findings }) =>
      findings.map((finding) => {
        const { line, column, severity, rule } = finding
        const at = line === undefined ? '' : `,line=${line},col=${column}`
        const place = `file=${property(file)}${at},title=${property(rule)}`
        return `::${commands[severity]} ${place}::${data(findingText(finding, releases))}\n`
      }),
    )
    .join('')

/** As actions/toolkit escapes them. */
const data = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
