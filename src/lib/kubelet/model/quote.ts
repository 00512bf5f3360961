import { inDoubleQuotes } from '../../quoting.ts'
import { withoutUserinfo } from './redact.ts'

/** The longest value that a message repeats. */
const longest = 60

/** Has nothing that must be escaped, and no URL. */
const plain = /^[\w ./+,%-]*$/

/** A value in a message, without credentials, cut if it is long. */
export function quote(text: string): string {
  const inner = plain.test(text) ? text : inDoubleQuotes(withoutUserinfo(text)).slice(1, -1).replaceAll('\\"', '"')
  return inner.length > longest ? `'${inner.slice(0, longest)}…'` : `'${inner}'`
}
