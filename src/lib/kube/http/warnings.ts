/** A bound for what a chatty server makes us remember. */
const mostTexts = 100
/** RFC 7234, 5.5: code, agent, quoted text, and a date that nobody sends. */
const warning = /\b\d{3} \S+ "((?:[^"\\]|\\.)*)"/g

/** Takes the Warning headers of an answer; passes each text on once. */
export function warningsTo(onWarning: (text: string) => void): (headers: readonly string[]) => void {
  const told = new Set<string>()
  return (headers) => {
    for (const text of headers.flatMap(textsOf)) {
      if (told.has(text) || told.size >= mostTexts) continue
      told.add(text)
      onWarning(text)
    }
  }
}

const textsOf = (header: string): string[] =>
  Array.from(header.matchAll(warning), ([, quoted = '']) => quoted.replaceAll(/\\(.)/g, '$1'))
