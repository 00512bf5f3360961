import { check } from '../../kubelet/check/check.ts'
import type { ReleaseFinding } from '../../kubelet/check/merge-findings.ts'
import { expected } from '../../kubelet/decode/expected-header.ts'
import { Effective } from '../../kubelet/defaults/effective.ts'
import { type FilledIn, filledIn } from '../../kubelet/defaults/filled-in.ts'
import { materialize } from '../../kubelet/defaults/materialize.ts'
import { type PlainObject, plainDocument } from '../../kubelet/defaults/plain.ts'
import type { ConfigDocument } from '../../kubelet/model/document.ts'
import { emptyDocument } from '../../kubelet/model/empty-document.ts'
import type { ReleaseInFile } from '../../kubelet/model/file-release.ts'
import type { Release } from '../../kubelet/model/releases.ts'
import { unusable } from '../../words/finding-words.ts'
import { type OneDocument, oneDocument, type Source } from '../one-document.ts'
import { releaseFor } from './release-for.ts'

export interface DefaultedDocument {
  readonly release: Release
  readonly releasesInFiles: readonly ReleaseInFile[]
  /** With its header, as the kubelet shows it; secrets apart. */
  readonly configuration: PlainObject
  readonly filledIn: readonly FilledIn[]
  /** Why the kubelet would not run with it. */
  readonly findings: readonly ReleaseFinding[]
}

/**
 * What a kubelet makes of a file, or of nothing but the header: one of this release, or of that which the file names, or
 * of the newest. Rejects with Failure 'invalid' that tells every problem when it could not decode the file.
 */
export async function defaultDocument(wanted: Release | undefined, source?: Source): Promise<DefaultedDocument> {
  const one = source && (await oneDocument(source))
  const { release, releasesInFiles } = releaseFor(wanted, one)
  const { document, findings } = one === undefined ? { document: emptyDocument, findings: [] } : load(one, release)
  const config = new Effective(document, release)
  const configuration = { ...expected, ...plainDocument(materialize(config), release) }
  return { release, releasesInFiles, configuration, filledIn: filledIn(config), findings }
}

interface Loaded extends Pick<DefaultedDocument, 'findings'> {
  readonly document: ConfigDocument
}

function load({ file, reading }: OneDocument, release: Release): Loaded {
  const { document, findings } = check(reading, release)
  const fatal = findings.filter((finding) => finding.fatal).map((finding) => ({ ...finding, releases: [release] }))
  if (document !== undefined) return { document, findings: fatal }
  throw unusable(file, fatal, [release])
}
