/**
 * Whether the terminal draws block characters: if its locale is UTF-8, by the variables of POSIX, the first that is set.
 * Windows has none of them, and its terminals draw Unicode.
 */
export function drawsBlocks({ env, platform }: Pick<NodeJS.Process, 'env' | 'platform'> = process): boolean {
  const locale = [env['LC_ALL'], env['LC_CTYPE'], env['LANG']].find((value) => value !== undefined && value !== '')
  return locale === undefined ? platform === 'win32' : /utf-?8/i.test(locale)
}
