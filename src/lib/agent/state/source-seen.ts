import { isOlder } from '../../api/object.ts'
import type { Fact } from '../../message/fact.ts'
import type { Found, ObjectVersion } from '../model/event.ts'

/** What a source is known to have. */
export type Known = Exclude<Found, { kind: 'unknown' }>

export interface SourceSeen {
  /** The last answer that counts; undefined: none yet. */
  readonly known: Known | undefined
  /** An answer that may be wrong. It counts when nothing contradicts it for some time. */
  readonly doubtful: { readonly found: Known; readonly since: number } | undefined
  /** Why the source cannot be read now. It keeps what is known: only an answer of the API server is absence. */
  readonly trouble: Fact | undefined
}

export const unseen: SourceSeen = { known: undefined, doubtful: undefined, trouble: undefined }

interface Circumstances {
  /** Milliseconds since the boot. */
  readonly now: number
  readonly absenceMs: number
  /** Versions that this source had: what runs, what was read. */
  readonly before: readonly ObjectVersion[]
}

export function learnFound(seen: SourceSeen, found: Found, circumstances: Circumstances): SourceSeen {
  if (found.kind === 'unknown') return { ...seen, trouble: found.because }
  const { now, absenceMs, before } = circumstances
  const known = knownAt(seen, now, absenceMs)
  if (!isDoubtful(found, [...before, ...versionOf(known)]))
    return { known: found, doubtful: undefined, trouble: undefined }
  const isRepeated = seen.doubtful !== undefined && isSame(seen.doubtful.found, found)
  if (isRepeated && known === seen.doubtful.found) return { known, doubtful: seen.doubtful, trouble: undefined }
  return { known, doubtful: { found, since: isRepeated ? seen.doubtful.since : now }, trouble: undefined }
}

/** A doubtful answer counts once it stood for `absenceMs`. */
export function knownAt({ known, doubtful }: SourceSeen, now: number, absenceMs: number): Known | undefined {
  return doubtful !== undefined && now >= doubtful.since + absenceMs ? doubtful.found : known
}

/**
 * Replacing an object deletes it first, so the absence of a document that was there may end at once. An older version of
 * the same object comes from an API server that lags behind, or from a restored etcd.
 */
const isDoubtful = (found: Known, before: readonly ObjectVersion[]): boolean =>
  'version' in found ? before.some((version) => isOlderOfSame(found.version, version)) : before.length > 0

const isOlderOfSame = (a: ObjectVersion, b: ObjectVersion): boolean =>
  a.uid === b.uid && isOlder(a.resourceVersion, b.resourceVersion)

const versionOf = (known: Known | undefined): readonly ObjectVersion[] =>
  known !== undefined && 'version' in known ? [known.version] : []

const isSame = (a: Known, b: Known): boolean =>
  'version' in a && 'version' in b
    ? a.version.uid === b.version.uid && a.version.resourceVersion === b.version.resourceVersion
    : a.kind === b.kind
