import { redacted, withoutUserinfo } from '../../kubelet/model/redact.ts'

/** Values that a message may quote from a document, a log or an answer of a server. */
const secrets: readonly (readonly [RegExp, string])[] = [
  [/(staticPodURLHeader\b[^:=]*[:=]).*/gi, `$1 ${redacted}`],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{6,}/gi, `$1 ${redacted}`],
  [/\beyJ[\w-]{8,}\.[\w-]*\.?[\w-]*/g, redacted],
]

const withoutSecrets = (line: string): string =>
  secrets.reduce((text, [pattern, instead]) => text.replaceAll(pattern, instead), withoutUserinfo(line))

/** Characters of a message that a reader of a Node, an Event or a log is shown. */
export const longestMessage = 1024

/** A text that all users of the cluster may read: one line, without secrets and control characters, not too long. */
export function safeText(text: string, most: number = longestMessage): string {
  const lines = text.split(/[\r\n]+/).map((line) => withoutSecrets(line).replaceAll(/\p{C}/gu, ' ').trim())
  const all = [...lines.filter((line) => line !== '').join('; ')]
  return all.length > most ? `${all.slice(0, most - 1).join('')}…` : all.join('')
}
