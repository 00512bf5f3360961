import { badRequest } from '../model/refusal.ts'

/** A whole number in a query, as Go's strconv reads it; undefined when there is none. */
export function integerOf(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined
  if (/^[+-]?\d+$/.test(text)) return Number(text)
  throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`)
}
