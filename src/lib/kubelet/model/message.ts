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

/** A finding without its place. */
export interface Saying {
  /** The subject, which is put before the message: a field, or a name for the value. */
  readonly subject?: string | undefined
  readonly message: string | OfRelease
}

/** The same as fields of a finding. */
export interface Said {
  readonly message: string
  /** The message begins with the path, so a line need not repeat it. */
  readonly namesPath?: true
  /** For a message that names its release: the text around the name. */
  readonly around?: readonly string[]
}

export function said({ subject, message }: Saying, path: string): Said {
  const before = subject === undefined ? '' : `${subject} `
  const namesPath = subject === path && path !== '' ? ({ namesPath: true } as const) : {}
  if (typeof message === 'string') return { message: `${before}${message}`, ...namesPath }
  const [first, ...others] = message.around
  return { message: `${before}${message.text}`, ...namesPath, around: [`${before}${first}`, ...others] }
}
