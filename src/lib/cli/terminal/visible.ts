import { inDoubleQuotes } from '../../quoting.ts'

/** Nearly all texts; this test is fast. */
const plain = /^[\x20-\x7e]*$/

/**
 * Make text from elsewhere safe to print on one line. Control characters, line ends and invisible characters are escaped as
 * in JSON, such as `\u001b`; quotes and backslashes stay as they are.
 */
export const visible = (text: string): string =>
  plain.test(text) ? text : text.replaceAll(/[^"\\]+/g, (part) => inDoubleQuotes(part).slice(1, -1))

/** The same, but line ends stay. */
export const visibleLines = (text: string): string => text.split('\n').map(visible).join('\n')

/** For a document on a terminal: tabs and line ends, CRLF included, stay. */
export const visibleDocument = (text: string): string =>
  text
    .split(/(\t|\r?\n)/)
    .map((part, i) => (i % 2 === 0 ? visible(part) : part))
    .join('')
