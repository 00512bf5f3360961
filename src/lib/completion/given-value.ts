import type { TypedLine } from './typed-line.ts'

/** The value of a flag that has been typed: the last one. */
export const givenValue = ({ given }: Pick<TypedLine, 'given'>, flag: string): string | undefined =>
  given.get(flag)?.at(-1)
