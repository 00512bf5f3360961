const ascii = /^[\x20-\x7e]*$/
const marks = /[\p{Mn}\p{Me}]/gu
/** Characters that terminals draw two columns wide (roughly UAX #11): East Asian scripts, full-width forms, emoji. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}\p{Emoji_Presentation}]/gu

/** The terminal columns of a text without control characters. */
export function widthOf(text: string): number {
  if (ascii.test(text)) return text.length
  const drawn = text.normalize().replaceAll(marks, '')
  return [...drawn].length + (drawn.match(wide)?.length ?? 0)
}
