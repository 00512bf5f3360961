import { Unreadable } from './unreadable.ts'

const layout = '2006-01-02T15:04:05.000000Z07:00'
const grammar = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.(\d{6})(Z|[+-]\d\d:\d\d)$/

/**
 * A metav1.MicroTime as the API server stores it, in UTC. Throws Unreadable unless it has exactly six fractional
 * digits.
 */
export function canonicalMicroTime(text: string): string {
  const [, seconds, micros, zone] = grammar.exec(text) ?? []
  const instant = Date.parse(`${seconds}${zone}`)
  if (Number.isNaN(instant)) throw new Unreadable(`parsing time ${JSON.stringify(text)} as ${JSON.stringify(layout)}`)
  return `${new Date(instant).toISOString().slice(0, 19)}.${micros}Z`
}

export const microTime = (ms: number): string => `${new Date(ms).toISOString().slice(0, 23)}000Z`
