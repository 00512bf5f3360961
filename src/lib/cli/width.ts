const ascii = /^[\x20-\x7e]*$/
const marks = /\p{Mn}/gu
/** What terminals draw twice as wide (UAX #11, nearly): scripts of East Asia, full-width forms, and emoji. */
const wide =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6\p{Emoji_Presentation}]/gu

/** Columns of a terminal that a text takes, which holds no control characters. */
export function widthOf(text: string): number {
  if (ascii.test(text)) return text.length
  const drawn = text.replaceAll(marks, '')
  return [...drawn].length + (drawn.match(wide)?.length ?? 0)
}
