const ascii = /^[\x20-\x7e]*$/
const marks = /[\p{Mn}\p{Me}]/gu
/** What terminals draw twice as wide (UAX #11, nearly): scripts of East Asia, full-width forms, and emoji. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}\p{Emoji_Presentation}]/gu

/** Columns of a terminal that a text takes, which holds no control characters. */
export function widthOf(text: string): number {
  if (ascii.test(text)) return text.length
  const drawn = text.normalize().replaceAll(marks, '')
  return [...drawn].length + (drawn.match(wide)?.length ?? 0)
}
