import type { DocumentReport, Verdict } from '../flows/files/document-report.ts'
import type { Finding } from '../kubelet/model/finding.ts'
import { type Release, releases } from '../kubelet/model/releases.ts'
import type { Tone } from '../tone.ts'

/**
 * What becomes of a document. `valid`: the kubelet uses it as it stands. `ignored in part`: it starts, and ignores keys
 * or more of it. `refused`: it does not start. `not judged`: a limit is in the way that is ours, and not the kubelet's.
 * `unread`: there was nothing to give to a kubelet.
 */
export type Outcome = 'valid' | 'ignored in part' | 'refused' | 'not judged' | 'unread'

const ourLimits: ReadonlySet<string> = new Set(['READ-SIZE', 'READ-UTF16', 'READ-DEPTH'])

export function outcomeOf({ valid, findings }: Pick<Verdict, 'valid' | 'findings'>): Outcome {
  if (findings.some(({ rule }) => rule === 'READ-FILE')) return 'unread'
  if (findings.some(({ rule }) => ourLimits.has(rule))) return 'not judged'
  if (!valid) return 'refused'
  return findings.some(isIgnored) ? 'ignored in part' : 'valid'
}

/** Not fatal, and a part of the document is lost all the same: --lenient makes a warning of it. */
const isIgnored = ({ severity, stage }: Finding): boolean =>
  severity === 'error' || (severity === 'warning' && (stage === 'read' || stage === 'strict'))

/** What stands before the releases: when it is the first that is said of a document, and else. */
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

/** Those that a document was judged for. */
export const releasesOf = ({ verdicts }: DocumentReport): readonly Release[] => verdicts.map(({ release }) => release)

/** Where no verdict on the document stands beside a finding, the finding tells the release that a file has for its own. */
export const toldAgainst = (report: DocumentReport): readonly Release[] =>
  report.fileRelease === undefined ? releasesOf(report) : releases

export const isError = ({ severity }: Finding): boolean => severity === 'error'

/** The file, and which of its documents when there are several; they count from 0, as in JSON. */
export const nameOf = ({ file, document, alone }: DocumentReport): string =>
  alone ? file : `${file} (document ${document})`
