import type { Keywords } from './keywords.ts'

/** A choice of types, except null, as a choice of schemas: strict validators accept nothing else. */
export function oneTypeEach(keywords: Keywords): Keywords {
  const { type = [], minimum, pattern, ...others } = keywords
  const types = [type].flat()
  if (types.filter((name) => name !== 'null').length < 2) return keywords
  const number = minimum === undefined ? {} : { minimum }
  const string = pattern === undefined ? {} : { pattern }
  const own: Readonly<Record<string, Keywords>> = { integer: number, number, string }
  return { ...others, anyOf: types.map((name) => ({ type: name, ...own[name] })) }
}
