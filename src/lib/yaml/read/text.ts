import type { Position } from '../../kubelet/model/tree.ts'
import { maxBytes } from './limits.ts'
import type { Locate } from './locate.ts'
import { Unreadable } from './unreadable.ts'

/** A text, and the positions of its characters in the file. */
export interface Source {
  readonly text: string
  readonly locate: Locate
}

const start: Position = { line: 1, column: 1 }

const usual = /^[\t\n\r\x20-\x7e]*$/
/** Characters that YAML 1.1 forbids (libyaml's reader), except U+FEFF. */
const forbidden = /[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u
/** Line breaks to the kubelet's YAML, but not in most editors: text after them could hide in a comment. */
const hiddenBreak = /[\u0085\u2028\u2029]/

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const notUtf8 = { message: 'document is not UTF-8', remedy: 'save it as UTF-8' }
/** As PowerShell redirects output to a file. */
const utf16 = {
  message: 'document is UTF-16, which a ConfigMap cannot hold',
  remedy: 'convert it: iconv -f UTF-16 -t UTF-8 FILE',
}

/** By its byte order mark. */
export const isUtf16 = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)

/** The text of a document, including its byte order mark. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes.length > maxBytes) {
    const message = `document is larger than ${maxBytes / 2 ** 20} MiB, the limit of the API server`
    throw new Unreadable('READ-SIZE', start, { message })
  }
  try {
    return utf8.decode(bytes)
  } catch {
    throw isUtf16(bytes) ? new Unreadable('READ-UTF16', start, utf16) : new Unreadable('READ-UTF8', start, notUtf8)
  }
}

/** Whether the kubelet reads it as JSON: a brace after Go's unicode.IsSpace. A byte order mark is not a space. */
export const startsAsJson = (text: string): boolean =>
  /^[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*\{/.test(text)

/**
 * For the YAML parser: without byte order mark, and with all line breaks of the kubelet's YAML replaced by those that
 * the parser has.
 */
export const yamlText = (text: string): string => text.replace(/^\ufeff/, '').replaceAll(/\r(?!\n)/g, '\n')

/** Refuses characters that YAML forbids, and those that would hide text. */
export function refuseForbidden({ text, locate }: Source): void {
  if (usual.test(text)) return
  const found = forbidden.exec(text) ?? hiddenBreak.exec(text)
  if (found === null) return
  const character = `U+${(found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
  const message = hiddenBreak.test(found[0])
    ? `${character} is a line break to the kubelet`
    : `YAML forbids ${character}`
  const remedy = 'remove it, or write it as an escape in double quotes'
  throw new Unreadable('READ-CHARACTER', locate(found.index), { message, remedy })
}
