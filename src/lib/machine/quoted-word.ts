/** A word of a command line in a unit, as systemd.service(5) reads it: quotes, $, % and backslashes mean nothing in it. */
export function quotedWord(word: string): string {
  const literal = word.replaceAll('%', () => '%%').replaceAll('$', () => '$$')
  return /^[-\w./:=@%$+,]+$/.test(literal) ? literal : `"${literal.replaceAll(/["\\]/g, '\\$&')}"`
}
