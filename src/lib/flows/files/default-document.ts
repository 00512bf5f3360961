import { check } from '../../kubelet/check/check.ts'
import type { DocumentRefused } from '../../kubelet/check/kubelet-fact.ts'
import { expected } from '../../kubelet/decode/expected-header.ts'
import { Effective } from '../../kubelet/defaults/effective.ts'
import { type FilledIn, filledIn } from '../../kubelet/defaults/filled-in.ts'
import { materialize } from '../../kubelet/defaults/materialize.ts'
import { type PlainObject, plainDocument } from '../../kubelet/defaults/plain.ts'
import type { ConfigDocument } from '../../kubelet/model/document.ts'
import { emptyDocument } from '../../kubelet/model/empty-document.ts'
import type { ReleaseInFile } from '../../kubelet/model/file-release.ts'
import type { Release } from '../../kubelet/model/releases.ts'
import { type OneDocument, oneDocument, type Source } from './one-document.ts'
import { documentRefused, refuseDocument } from './refuse-document.ts'
import { releaseFor } from './release-for.ts'

export interface DefaultedDocument {
  readonly release: Release
  readonly releasesInFiles: readonly ReleaseInFile[]
  /** With its header and all defaults; without secrets. */
  readonly configuration: PlainObject
  readonly filledIn: readonly FilledIn[]
  /** Why the kubelet would not run with it; undefined when it would. */
  readonly refused: DocumentRefused | undefined
}

/**
 * The configuration that a kubelet makes of a file, or of a header alone. The release is `wanted`, else the one that
 * the file names, else the newest. Rejects with Failure 'invalid' and all problems when the kubelet could not decode
 * the file.
 */
export async function defaultDocument(wanted: Release | undefined, source?: Source): Promise<DefaultedDocument> {
  const one = source && (await oneDocument(source))
  const { release, releasesInFiles } = releaseFor(wanted, one)
  const { document, refused } = one === undefined ? nothing : load(one, release)
  const config = new Effective(document, release)
  const configuration = { ...expected, ...plainDocument(materialize(config), release) }
  return { release, releasesInFiles, configuration, filledIn: filledIn(config), refused }
}

interface Loaded extends Pick<DefaultedDocument, 'refused'> {
  readonly document: ConfigDocument
}

const nothing: Loaded = { document: emptyDocument, refused: undefined }

function load({ file, reading }: OneDocument, release: Release): Loaded {
  const { document, findings } = check(reading, release)
  const fatal = findings.filter((finding) => finding.fatal)
  if (document === undefined) throw refuseDocument(file, fatal, [release])
  return { document, refused: fatal.length === 0 ? undefined : documentRefused(file, fatal, [release]) }
}
