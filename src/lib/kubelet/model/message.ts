import type { Release } from './releases.ts'

/** A message that names its release: the text, and the parts around the name, in which several releases can be put. */
export interface OfRelease {
  readonly text: string
  readonly around: readonly string[]
}

interface Here {
  readonly release: Release
}

/** The release, in an ofRelease template. */
export const here = (release: Release): Here => ({ release })

/** Usage: ofRelease`unknown field in ${here(release)}` */
export function ofRelease(texts: TemplateStringsArray, ...values: readonly (string | boolean | Here)[]): OfRelease {
  let [text, around] = [texts[0]!, [texts[0]!]]
  for (const [i, value] of values.entries()) {
    const after = texts[i + 1]!
    const isHere = typeof value === 'object'
    text += `${isHere ? value.release : value}${after}`
    around = isHere ? [...around, after] : [...around.slice(0, -1), `${around.at(-1)}${value}${after}`]
  }
  return { text, around }
}

/** What a message says before the accepted values at its end, and these, which may differ between releases. */
export interface Accepting {
  readonly before: string
  readonly values: readonly string[]
}

/** `a or b`, `a, b or empty`. */
export function acceptingText({ before, values }: Accepting): string {
  const words = [...values.filter((value) => value !== ''), ...(values.includes('') ? ['empty'] : [])]
  return `${before}${[...words.slice(0, -2), words.slice(-2).join(' or ')].join(', ')}`
}

/** A finding without its place. */
export interface Saying {
  /** The subject, which is put before the message: a field, or a name for the value. */
  readonly subject?: string | undefined
  readonly message: string | OfRelease | Accepting
}

/** The same as fields of a finding. */
export interface Said {
  readonly message: string
  /** The message begins with the path, so a line need not repeat it. */
  readonly namesPath?: true
  /** For a message that names its release: the text around the name. */
  readonly around?: readonly string[]
  /** For a message that ends in the accepted values. */
  readonly accepting?: Accepting
}

export function said({ subject, message }: Saying, path: string): Said {
  const before = subject === undefined ? '' : `${subject} `
  const namesPath = subject === path && path !== '' ? ({ namesPath: true } as const) : {}
  if (typeof message === 'string') return { message: `${before}${message}`, ...namesPath }
  if ('values' in message) {
    const accepting = { ...message, before: `${before}${message.before}` }
    return { message: acceptingText(accepting), ...namesPath, accepting }
  }
  const [first, ...others] = message.around
  return { message: `${before}${message.text}`, ...namesPath, around: [`${before}${first}`, ...others] }
}
