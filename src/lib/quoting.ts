/** What could steer a terminal or pass unseen: controls, bidirectional marks, odd line ends. JSON escapes only some. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** JSON's spelling of a text, on one line and with everything in it visible. */
export const inDoubleQuotes = (text: string): string => JSON.stringify(text).replaceAll(invisible, spellOut)

function spellOut(character: string): string {
  const units = character.split('').map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return units.join('')
}

/** One word of a POSIX shell: in quotes unless it is plain. */
export const shellWord = (text: string): string =>
  /^[\w./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
