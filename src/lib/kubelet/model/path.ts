import { inDoubleQuotes } from '../../quoting.ts'

/** What a path may show of a map's key as it is. */
const plainKey = /^[-\w./]+$/

/** Paths as k8s.io/apimachinery's field.Path prints them. */
export const fieldPath = (parent: string, name: string): string =>
  parent === '' ? spell(name) : `${parent}.${spell(name)}`

export const itemPath = (parent: string, index: number): string => `${parent}[${index}]`

export const keyPath = (parent: string, key: string): string => `${parent}[${spell(key)}]`

/** Keys with blanks, control characters and the like are quoted, so that no key can pass for a path or a terminal code. */
const spell = (key: string): string => (plainKey.test(key) ? key : inDoubleQuotes(key))
