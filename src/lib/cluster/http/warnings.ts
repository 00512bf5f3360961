import type { Clock } from '../../ports/clock.ts'

/** The interval in which a text is passed on only once. */
const repeatAfterMs = 10 * 60_000
/** Limits the memory for texts of the server: beyond it, the texts passed on longest ago are forgotten. */
const maxTexts = 100
/** RFC 7234, 5.5: code, agent and quoted text. API servers omit the date. */
const warning = /\b\d{3} \S+ "((?:[^"\\]|\\.)*)"/g

/** Handles the Warning headers of answers: passes each text on once in ten minutes. */
export function warningsTo(onWarning: (text: string) => void, clock: Clock): (headers: readonly string[]) => void {
  /** When each was passed on, oldest first. */
  const passedOn = new Map<string, number>()
  return (headers) => {
    const now = clock.monotonic()
    for (const text of headers.flatMap(textsOf)) {
      if (now - (passedOn.get(text) ?? Number.NEGATIVE_INFINITY) < repeatAfterMs) continue
      passedOn.delete(text)
      passedOn.set(text, now)
      for (const oldest of passedOn.keys()) {
        if (passedOn.size <= maxTexts) break
        passedOn.delete(oldest)
      }
      onWarning(text)
    }
  }
}

const textsOf = (header: string): string[] =>
  Array.from(header.matchAll(warning), ([, quoted = '']) => quoted.replaceAll(/\\(.)/g, '$1'))
