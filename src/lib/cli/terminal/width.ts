const ascii = /^[\x20-\x7e]*$/

/** The terminal columns of a text without control characters. */
export const widthOf = (text: string): number => (ascii.test(text) ? text.length : widthOfUnicode(text))

/** Apart, because Node.js needs a millisecond for such literals. */
function widthOfUnicode(text: string): number {
  const drawn = text.normalize().replaceAll(/[\p{Mn}\p{Me}]/gu, '')
  return [...drawn].length + (drawn.match(wide())?.length ?? 0)
}

/** Characters that terminals draw two columns wide (roughly UAX #11): East Asian scripts, full-width forms, emoji. */
const wide = (): RegExp =>
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}\p{Emoji_Presentation}]/gu
