import type { Finding } from '../../kubelet/model/finding.ts'
import { type Release, releases } from '../../kubelet/model/releases.ts'
import type { Tone } from '../../message/line.ts'
import type { DocumentReport, Verdict } from './document-report.ts'

/**
 * What a kubelet does with a document. `valid`: uses it as it is. `ignored in part`: starts, and ignores part of it.
 * `refused`: does not start. `not judged`: the document exceeds a limit of this program. `unread`: there is no document
 * to give to a kubelet.
 */
export type Outcome = 'valid' | 'ignored in part' | 'refused' | 'not judged' | 'unread'

const ourLimits: ReadonlySet<string> = new Set(['READ-SIZE', 'READ-UTF16', 'READ-DEPTH'])

export function outcomeOf({ valid, findings }: Pick<Verdict, 'valid' | 'findings'>): Outcome {
  if (findings.some(({ rule }) => rule === 'READ-FILE')) return 'unread'
  if (findings.some(({ rule }) => ourLimits.has(rule))) return 'not judged'
  if (!valid) return 'refused'
  return findings.some(isIgnored) ? 'ignored in part' : 'valid'
}

/** Not fatal, but part of the document is ignored; --lenient makes it a warning. */
const isIgnored = ({ severity, stage }: Finding): boolean =>
  severity === 'error' || (severity === 'warning' && (stage === 'read' || stage === 'strict'))

/** The words before the releases: for the first outcome of a document, and for later ones. */
export const words = [
  ['valid', 'valid for kubelet', 'valid for'],
  ['ignored in part', 'ignored in part by kubelet', 'ignored in part by'],
  ['refused', 'refused by kubelet', 'refused by'],
  ['not judged', 'not judged for kubelet', 'not judged for'],
] as const satisfies readonly (readonly [Outcome, string, string])[]

export const toneOfOutcome = {
  valid: 'good',
  'ignored in part': 'warn',
  refused: 'bad',
  'not judged': 'warn',
} as const satisfies Record<(typeof words)[number][0], Tone>

/** The releases that a document was validated for. */
export const releasesOf = ({ verdicts }: DocumentReport): readonly Release[] => verdicts.map(({ release }) => release)

/**
 * The releases that a finding is compared with. Without a verdict line beside it, a finding must name the release that
 * came from the file.
 */
export const comparedReleases = (report: DocumentReport): readonly Release[] =>
  report.fileRelease === undefined ? releasesOf(report) : releases

/** The file, and the index of the document when there are several; counted from 0, as in JSON. */
export const outcomeName = ({ file, document, alone, configDir }: DocumentReport): string =>
  `${file}${alone ? '' : ` (document ${document})`}${configDir === undefined ? '' : ` with ${configDir}`}`
