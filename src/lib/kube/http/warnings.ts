import type { Clock } from '../../ports/clock.ts'

/** The same text is passed on again only after so long. */
const againMs = 10 * 60_000
/** A bound for what a server makes us remember: beyond it, the texts that were passed on longest ago are forgotten. */
const mostTexts = 100
/** RFC 7234, 5.5: code, agent, quoted text, and a date that nobody sends. */
const warning = /\b\d{3} \S+ "((?:[^"\\]|\\.)*)"/g

/** Takes the Warning headers of an answer; passes each text on once in ten minutes. */
export function warningsTo(onWarning: (text: string) => void, clock: Clock): (headers: readonly string[]) => void {
  /** When each was passed on, the oldest first. */
  const passedOn = new Map<string, number>()
  return (headers) => {
    const now = clock.monotonic()
    for (const text of headers.flatMap(textsOf)) {
      if (now - (passedOn.get(text) ?? Number.NEGATIVE_INFINITY) < againMs) continue
      passedOn.delete(text)
      passedOn.set(text, now)
      for (const oldest of passedOn.keys()) {
        if (passedOn.size <= mostTexts) break
        passedOn.delete(oldest)
      }
      onWarning(text)
    }
  }
}

const textsOf = (header: string): string[] =>
  Array.from(header.matchAll(warning), ([, quoted = '']) => quoted.replaceAll(/\\(.)/g, '$1'))
