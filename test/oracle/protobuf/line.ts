import { isDeepStrictEqual } from 'node:util'
import { decodeMessage } from '../../../src/sandbox/protobuf/decode.ts'
import { Malformed } from '../../../src/sandbox/protobuf/wire.ts'

/** A line of the program: a message, and what Go makes of it. */
export interface Line {
  readonly kind: string
  /** Base64. */
  readonly protobuf: string
  readonly json?: unknown
  readonly error?: string
}

/** How our decoder differs from Go's; undefined when it does not. */
export function differenceOf({ kind, protobuf, json, error }: Line): string | undefined {
  const ours = decoded(kind, Buffer.from(protobuf, 'base64'))
  if (error !== undefined && ours.error !== undefined)
    return isSame(error, ours.error) ? undefined : `${kind}: Go says '${error}', we say '${ours.error}'`
  if (error !== undefined) return isLeftToOthers(error) ? undefined : `${kind}: Go says '${error}', we decode it`
  if (ours.error !== undefined)
    return isLenience(ours.error) ? undefined : `${kind}: Go decodes it, we say '${ours.error}'`
  const [theirs, own] = [readable(json), readable(ours.json)]
  return isDeepStrictEqual(theirs, own)
    ? undefined
    : `${kind}: Go: ${JSON.stringify(theirs)}, we: ${JSON.stringify(own)}`
}

function decoded(kind: string, bytes: Buffer): { readonly json?: unknown; readonly error?: string } {
  try {
    return { json: decodeMessage(kind, bytes) }
  } catch (error) {
    if (error instanceof Malformed) return { error: error.message }
    throw error
  }
}

/** Bytes that are not UTF-8: Go replaces each, Node each sequence. */
const readable = (json: unknown): unknown => JSON.parse(JSON.stringify(json).replaceAll(/\ufffd+/g, '\ufffd'))

/** Errors of encoding/json, and words of the parser of JSON, are Go's own. */
const isSame = (theirs: string, ours: string): boolean =>
  theirs.startsWith('json: ') ||
  isLeftToOthers(theirs) ||
  [theirs, ours].some(isLenience) ||
  wordsOf(theirs) === wordsOf(ours)

/** Go prints all bits of a tag, and times are messages of another name. */
const wordsOf = (text: string): string =>
  text.replace(/ \(wire type .*/, '').replace(/: (?:MicroTime|Timestamp): /, ': Time: ')

/** Core reads quantities, and says the same of them. */
const isLeftToOthers = (error: string): boolean => /^quantities must|^unable to parse quantity/.test(error)

/** Go reads an entry of a map beyond its end, and any year. */
const isLenience = (error: string): boolean => error === 'unexpected EOF' || error.startsWith('Time.MarshalJSON: ')
