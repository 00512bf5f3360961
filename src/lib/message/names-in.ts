/** The most names in one line. */
const most = 10

/** Names in one line, the first ten of them: `a, b and 3 more`. */
export const namesIn = (names: readonly string[]): string =>
  names.length > most ? `${names.slice(0, most).join(', ')} and ${names.length - most} more` : names.join(', ')
