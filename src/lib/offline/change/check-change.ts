import { type Assessment, assessChange, without } from '../../kubelet/changes/assess.ts'
import { check } from '../../kubelet/check/check.ts'
import type { DocumentRefused } from '../../kubelet/check/kubelet-messages.ts'
import { decode } from '../../kubelet/decode/decode.ts'
import type { ConfigDocument } from '../../kubelet/model/document.ts'
import type { Finding } from '../../kubelet/model/finding.ts'
import type { Release } from '../../kubelet/model/releases.ts'
import { type Fact, fileSubject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import type { Together } from '../read/document-report.ts'
import { OldFileRefused } from '../read/file-messages.ts'
import { type OneDocument, oneDocument, type Source } from '../read/one-document.ts'
import { documentRefused, harmlessProblems, refuseDocument } from '../read/refuse-document.ts'
import { releaseFor } from './release-for.ts'
import { type ReleaseFacts, releaseFacts } from './release-messages.ts'

export interface ChangeReport {
  readonly release: Release
  readonly before: string
  readonly after: string
  /** undefined when the old file cannot be read. */
  readonly assessment: Assessment | undefined
  /** Why a kubelet does not run on the new file, whatever the procedure; undefined when it does. */
  readonly newRefused: DocumentRefused | undefined
  readonly notes: ReleaseFacts['notes']
  /** Doubts about the release, why a kubelet refuses the old file, and errors and warnings that do not stop it on the new one. */
  readonly warnings: readonly Fact[]
}

/**
 * The procedure for a node that changes from one file to the other. The release is `wanted`, else the one that a file
 * names, the new file first, else the newest. Of an old file that a kubelet refuses, the part that it could decode is
 * compared. Rejects with Failure 'invalid' and all problems when the kubelet could not decode the new file.
 */
export async function checkChange(
  wanted: Release | undefined,
  before: Source,
  after: Source,
  together?: Together,
): Promise<ChangeReport> {
  const [older, newer] = [await oneDocument(before), await oneDocument(after)]
  const { release, releasesInFiles } = releaseFor(wanted, newer, older)
  const { notes, warnings } = releaseFacts({ release, releasesInFiles })
  const current = together?.check(newer.reading, [release])[0] ?? check(newer.reading, release)
  const fatal = current.findings.filter((finding) => finding.fatal)
  if (current.document === undefined) throw refuseDocument(after.file, fatal, [release])
  const old = load(older, release, together)
  return {
    release,
    before: before.file,
    after: after.file,
    assessment: old.document && comparison(release, old, current.document),
    newRefused: fatal.length === 0 ? undefined : documentRefused(after.file, fatal, [release]),
    notes,
    warnings: [
      ...warnings,
      ...(old.fatal.length === 0 ? [] : [oldFileRefused(before.file, old.fatal, release)]),
      ...harmlessProblems(after.file, { ...current, findings: withoutOldHazards(current.findings, old) }),
    ],
  }
}

export const refusalOf = ({ newRefused }: ChangeReport): Failure | undefined =>
  newRefused && new Failure('invalid', newRefused)

const oldFileRefused = (file: string, findings: readonly Finding[], release: Release) =>
  OldFileRefused({
    subject: fileSubject(file),
    because: documentRefused(file, findings, [release]),
  })

/** The change is not to blame for a hazard that the old file has as well. */
function withoutOldHazards(findings: readonly Finding[], { hazards }: Loaded): readonly Finding[] {
  const known = new Set(hazards.map(identity))
  return findings.filter((finding) => finding.stage !== 'operation' || !known.has(identity(finding)))
}

const identity = ({ rule, path, message }: Finding): string => `${rule} ${path} ${message}`

interface Loaded {
  readonly hazards: readonly Finding[]
  readonly fatal: readonly Finding[]
  /** As far as the kubelet could decode it. */
  readonly document: ConfigDocument | undefined
}

function load({ reading }: OneDocument, release: Release, together: Together | undefined): Loaded {
  const { document, findings } = together?.check(reading, [release])[0] ?? check(reading, release)
  const fatal = findings.filter((finding) => finding.fatal)
  const hazards = findings.filter(({ stage }) => stage === 'operation')
  const isAlone = together === undefined
  if (document !== undefined || !isAlone || reading.outcome === 'unreadable') return { document, fatal, hazards }
  return { document: decode(reading.tree, { release, format: reading.format }).remains, fatal, hazards }
}

/** Fields of the old file that do not decode are left out of the comparison: their values are unknown. */
function comparison(release: Release, { document, fatal }: Loaded, after: ConfigDocument): Assessment {
  const undecoded = fatal.filter(({ stage }) => stage === 'decode').map(({ path }) => path)
  return without(assessChange(release, { before: document, after }), undecoded)
}
