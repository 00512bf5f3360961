/** Programs to put first in PATH, by name: the words that start each, before its arguments. */
export type Programs = Readonly<Record<string, readonly string[]>>
