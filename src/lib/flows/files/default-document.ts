import { check } from '../../config/check.ts'
import { Effective } from '../../config/defaults/effective.ts'
import { type FilledIn, filledIn } from '../../config/defaults/filled-in.ts'
import { materialize } from '../../config/defaults/materialize.ts'
import { type PlainObject, plainDocument } from '../../config/defaults/plain.ts'
import type { ConfigDocument } from '../../config/document.ts'
import { emptyDocument } from '../../config/empty-document.ts'
import { expected } from '../../config/expected-header.ts'
import type { ReleaseInFile } from '../../config/file-release.ts'
import type { ReleaseFinding } from '../../config/merge-findings.ts'
import type { Release } from '../../config/releases.ts'
import { unusable } from '../../render/findings.ts'
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
