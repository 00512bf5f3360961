/** As one word of a shell: in quotes unless it is plain. */
export const quote = (word: string): string =>
  /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
