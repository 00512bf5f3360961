import { badRequest } from '../model/refusal.ts'

/** Parses an integer of a query as Go's strconv does; undefined when it is absent or empty. */
export function integerOf(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined
  if (/^[+-]?\d+$/.test(text)) return Number(text)
  throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`)
}
