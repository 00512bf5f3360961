import type { Release } from './releases.ts'

/** A message that names its release. Where several releases have it, they stand between the texts around the name. */
export interface OfRelease {
  readonly text: string
  readonly around: readonly string[]
}

interface Here {
  readonly release: Release
}

/** The release, for ofRelease. */
export const here = (release: Release): Here => ({ release })

/** ofRelease`unknown field in ${here(release)}` */
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

/** What is said of something, before it has its place. */
export interface Saying {
  /** What the message says something of, which then goes before it: a field, or a name for the value. */
  readonly subject?: string | undefined
  readonly message: string | OfRelease
}

/** The same as fields of a finding. */
export interface Said {
  readonly message: string
  /** The message begins with the path: a line that names the path need not. */
  readonly namesPath?: true
  /** Of a message that names its release: the texts around the name. */
  readonly around?: readonly string[]
}

export function said({ subject, message }: Saying, path: string): Said {
  const before = subject === undefined ? '' : `${subject} `
  const namesPath = subject === path && path !== '' ? ({ namesPath: true } as const) : {}
  if (typeof message === 'string') return { message: `${before}${message}`, ...namesPath }
  const [first, ...others] = message.around
  return { message: `${before}${message.text}`, ...namesPath, around: [`${before}${first}`, ...others] }
}
