/** U+FEFF in UTF-8, one character for each byte. */
const byteOrderMark = '\u00ef\u00bb\u00bf'

/** What the operator saved, compared with what was opened. */
export type Saved =
  /** As it is stored. */
  | 'unchanged'
  /** No text, or only comments. */
  | 'empty'
  /** The text that was refused before. */
  | 'refused-again'
  | 'changed'

interface Draft {
  /** The stored text. */
  readonly original: Uint8Array
  /** The last text that was refused; undefined in the first round. */
  readonly refused: Uint8Array | undefined
}

/** What to do with a saved text, without the remarks: cancel (unchanged, empty), give up (refused-again) or go on. */
export function judgeSaved({ original, refused }: Draft, saved: Uint8Array): Saved {
  const text = trimmed(saved)
  if (text === trimmed(original)) return 'unchanged'
  if (isEmpty(text)) return 'empty'
  return refused !== undefined && text === trimmed(refused) ? 'refused-again' : 'changed'
}

const isEmpty = (text: string): boolean => text.split('\n').every((line) => /^\s*(?:#.*|-{3}\s*)?$/.test(line))

/** Some editors add a line end to the last line. */
const trimmed = (bytes: Uint8Array): string =>
  textOf(bytes)
    .replace(byteOrderMark, '')
    .replace(/[\r\n]+$/, '')

/** One character for each byte: a text that is not UTF-8 stays what it is. */
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')
const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'latin1')

/** The beginning of the lines that are not part of the text: `#~`, or longer if the text has a line that begins so. */
export function markFor(bytes: Uint8Array): string {
  const text = textOf(bytes)
  let mark = '#~'
  while (new RegExp(`^(?:${byteOrderMark})?${mark}`, 'm').test(text)) mark += '~'
  return mark
}

/** The text with remarks above it, one comment each, in the line ends of the text. */
export function withRemarks(bytes: Uint8Array, mark: string, remarks: readonly string[]): Uint8Array {
  const text = textOf(bytes)
  const [start, rest] = text.startsWith(byteOrderMark) ? [byteOrderMark, text.slice(3)] : ['', text]
  const lineEnd = rest.includes('\r\n') ? '\r\n' : '\n'
  const comments = remarks.map((remark) => `${mark} ${remark}`.trimEnd() + lineEnd).join('')
  return bytesOf(start + textOf(Buffer.from(comments)) + rest)
}

/** The text without the lines that begin with the mark; every other byte stays. */
export const withoutRemarks = (bytes: Uint8Array, mark: string): Uint8Array =>
  bytesOf(textOf(bytes).replaceAll(new RegExp(`^(${byteOrderMark})?${mark}(?!~)[^\\n]*(?:\\n|$)`, 'gm'), '$1'))
