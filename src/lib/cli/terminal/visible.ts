import { inDoubleQuotes } from '../../quoting.ts'

/** Nearly everything, and quickly told. */
const plain = /^[\x20-\x7e]*$/

/**
 * One line of text that others wrote. What could steer a terminal or pass unseen is spelled out as JSON does, such as
 * `\u001b`, line ends included; quotes and backslashes stay as they are.
 */
export const visible = (text: string): string =>
  plain.test(text) ? text : text.replaceAll(/[^"\\]+/g, (part) => inDoubleQuotes(part).slice(1, -1))

/** The same for text that may have several lines. */
export const visibleLines = (text: string): string => text.split('\n').map(visible).join('\n')

/** A document on a terminal: tabs stay as well, and the line ends of any system. */
export const visibleDocument = (text: string): string =>
  text
    .split(/(\t|\r?\n)/)
    .map((part, i) => (i % 2 === 0 ? visible(part) : part))
    .join('')
