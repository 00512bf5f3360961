import { check } from '../config/check.ts'
import { Effective } from '../config/defaults/effective.ts'
import { type FilledIn, filledIn } from '../config/defaults/filled-in.ts'
import { materialize } from '../config/defaults/materialize.ts'
import { type PlainObject, plainDocument } from '../config/defaults/plain.ts'
import type { ConfigDocument } from '../config/document.ts'
import { emptyDocument } from '../config/empty-document.ts'
import { expected } from '../config/header.ts'
import type { Release } from '../config/releases.ts'
import { unusable } from '../render/findings.ts'
import { oneDocument, type Source } from './one-document.ts'

export interface DefaultedDocument {
  readonly release: Release
  /** With its header, as the kubelet shows it; secrets apart. */
  readonly configuration: PlainObject
  readonly filledIn: readonly FilledIn[]
  /** Would the kubelet run with it? */
  readonly valid: boolean
}

/**
 * What the kubelet of a release makes of a file, or of nothing but the header. Rejects with Failure 'invalid' that tells
 * every problem when it could not decode the file.
 */
export async function defaultDocument(release: Release, source?: Source): Promise<DefaultedDocument> {
  const { document, valid } =
    source === undefined ? { document: emptyDocument, valid: true } : await load(source, release)
  const config = new Effective(document, release)
  const configuration = { ...expected, ...plainDocument(materialize(config), release) }
  return { release, configuration, filledIn: filledIn(config), valid }
}

async function load(source: Source, release: Release): Promise<{ document: ConfigDocument; valid: boolean }> {
  const { document, findings, valid } = check((await oneDocument(source)).reading, release)
  if (document !== undefined) return { document, valid }
  const fatal = findings.filter((finding) => finding.fatal).map((finding) => ({ ...finding, releases: [release] }))
  throw unusable(source.file, fatal, [release])
}
