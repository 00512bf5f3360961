import { inDoubleQuotes } from '../../quoting.ts'

/** Map keys that are shown as they are. */
const plainKey = /^[-\w./]+$/

/** Paths as k8s.io/apimachinery's field.Path prints them. */
export const fieldPath = (parent: string, name: string): string =>
  parent === '' ? spell(name) : `${parent}.${spell(name)}`

export const itemPath = (parent: string, index: number): string => `${parent}[${index}]`

export const keyPath = (parent: string, key: string): string => `${parent}[${spell(key)}]`

/** Keys with spaces, control characters and the like are quoted, so that no key looks like a path or terminal code. */
const spell = (key: string): string => (plainKey.test(key) ? key : inDoubleQuotes(key))
