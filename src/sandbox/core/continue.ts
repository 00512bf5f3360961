import type { KubeObject } from './model/object.ts'
import { badRequest } from './model/refusal.ts'

export interface Page {
  readonly items: readonly KubeObject[]
  readonly revision: number
  /** Token of the next page; absent on the last page. */
  readonly next?: string
  /** Number of objects on the following pages. */
  readonly left?: number
}

/** Where a list continues. */
export interface Token {
  readonly revision: number
  /** Namespace and name of the last object that was sent. */
  readonly after: string
}

export const writeToken = (token: Token): string =>
  btoa(JSON.stringify({ v: 'meta.k8s.io/v1', rv: token.revision, start: token.after }))

export function readToken(text: string | undefined): Token | undefined {
  if (text === undefined || text === '') return undefined
  try {
    const { rv, start } = JSON.parse(atob(text)) as { rv: unknown; start: unknown }
    if (Number.isInteger(rv) && typeof start === 'string') return { revision: Number(rv), after: start }
  } catch {}
  throw badRequest('invalid continue token: continue key is not valid: it is not a token of this server')
}
