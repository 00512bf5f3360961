/** Nearly all texts. */
const ascii = /^[\x20-\x7e]*$/

/** A text as a JSON string on one line, with all invisible characters escaped. */
export function inDoubleQuotes(text: string): string {
  const quoted = JSON.stringify(text)
  return ascii.test(quoted) ? quoted : spellOutInvisible(quoted)
}

/**
 * Control characters, bidirectional marks and unusual line ends: JSON escapes only some of them. Classes of Unicode are in
 * functions for rare texts: Node.js needs a millisecond for such a literal, not only for its use.
 */
const spellOutInvisible = (json: string): string => json.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, spellOut)

function spellOut(character: string): string {
  const units = character.split('').map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return units.join('')
}

/** A text as one word of a POSIX shell, quoted if necessary. */
export const shellWord = (text: string): string =>
  /^[\w./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
