import { check } from '../../kubelet/check/check.ts'
import { ofKubelet } from '../../kubelet/check/problems.ts'
import { expected } from '../../kubelet/decode/expected-header.ts'
import { Effective } from '../../kubelet/defaults/effective.ts'
import { type FilledIn, filledIn } from '../../kubelet/defaults/filled-in.ts'
import { materialize } from '../../kubelet/defaults/materialize.ts'
import { type PlainObject, plainDocument } from '../../kubelet/defaults/plain.ts'
import type { ConfigDocument } from '../../kubelet/model/document.ts'
import { emptyDocument } from '../../kubelet/model/empty-document.ts'
import type { Finding } from '../../kubelet/model/finding.ts'
import type { Release } from '../../kubelet/model/releases.ts'
import { type Fact, fileSubject } from '../../message/fact.ts'
import type { Together } from '../read/document-report.ts'
import { type FileFact, KubeletDoesNotStart } from '../read/file-messages.ts'
import { type OneDocument, oneDocument, type Source } from '../read/one-document.ts'
import { documentRefused, harmlessProblems, refuseDocument } from '../read/refuse-document.ts'
import { releaseFor } from './release-for.ts'
import { type ReleaseFacts, releaseFacts } from './release-messages.ts'

export interface DefaultedDocument {
  readonly release: Release
  /** With its header and all defaults; without secrets. */
  readonly configuration: PlainObject
  readonly filledIn: readonly FilledIn[]
  readonly notes: ReleaseFacts['notes']
  /** Doubts about the release, errors and warnings that do not stop the kubelet, and why it would not start. */
  readonly warnings: readonly Fact[]
}

/**
 * The configuration that a kubelet makes of a file, with drop-ins or without, or of a header alone. The release is `wanted`, else the one that
 * the file names, else the newest. Rejects with Failure 'invalid' and all problems when the kubelet could not decode
 * the file.
 */
export async function defaultDocument(
  wanted: Release | undefined,
  source?: Source,
  together?: Together,
): Promise<DefaultedDocument> {
  const one = source && (await oneDocument(source))
  const { release, releasesInFiles } = releaseFor(wanted, one)
  const { notes, warnings } = releaseFacts({ release, releasesInFiles })
  const { document, problems } = one === undefined ? nothing : load(one, release, together)
  const config = new Effective(document, release)
  const configuration = { ...expected, ...plainDocument(materialize(config), release) }
  return { release, configuration, filledIn: filledIn(config), notes, warnings: [...warnings, ...problems] }
}

interface Loaded {
  readonly document: ConfigDocument
  readonly problems: readonly Fact[]
}

const nothing: Loaded = { document: emptyDocument, problems: [] }

function load({ file, reading }: OneDocument, release: Release, together: Together | undefined): Loaded {
  const checked = together?.check(reading, [release])[0] ?? check(reading, release)
  const { document } = checked
  const fatal = checked.findings.filter((finding) => finding.fatal)
  if (document === undefined) throw refuseDocument(file, fatal, [release])
  const stops = fatal.length === 0 ? [] : [kubeletDoesNotStart(file, fatal, release)]
  const problems = harmlessProblems(file, { ...checked, findings: ofKubelet(checked.findings) })
  return { document, problems: [...problems, ...stops] }
}

const kubeletDoesNotStart = (file: string, fatal: readonly Finding[], release: Release): FileFact =>
  KubeletDoesNotStart({
    subject: fileSubject(file),
    because: documentRefused(file, fatal, [release]),
  })
