/** Control characters, bidirectional marks and unusual line ends. JSON escapes only some of them. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** A text as a JSON string on one line, with all invisible characters escaped. */
export const inDoubleQuotes = (text: string): string => JSON.stringify(text).replaceAll(invisible, spellOut)

function spellOut(character: string): string {
  const units = character.split('').map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return units.join('')
}

/** A text as one word of a POSIX shell, quoted if necessary. */
export const shellWord = (text: string): string =>
  /^[\w./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
