import type { Limits } from '../../ports/limits.ts'
import { sharedLimits } from './request-deadline.ts'
import { bodyOrThrow, type Rest } from './rest.ts'

interface Listing {
  readonly path: string
  readonly labelSelector?: string | undefined
  readonly fieldSelector?: string | undefined
}

export interface ListOf<T> {
  readonly metadata?: { readonly continue?: string; readonly resourceVersion?: string }
  readonly items: readonly T[]
}

const pageSize = '500'

/**
 * Everything there is, page by page, each item made small at once. Each page may take as long as a request, for a list may be
 * long; a timeout of the caller's holds for all of them. A list that expires on the way (410) starts again in one piece, as
 * client-go's pager does.
 */
export async function listAll<T, Small>(
  rest: Rest,
  { listing, small }: { listing: Listing; small: (item: T) => Small },
  limits: Limits,
): Promise<Small[]> {
  const shared = limits.timeoutMs === undefined ? limits : sharedLimits(rest.clock, limits.signal, limits.timeoutMs)
  const { path, ...selectors } = listing
  const found: Small[] = []
  let token: string | undefined
  do {
    const query = { ...selectors, limit: pageSize, continue: token }
    const answer = await rest.ask<ListOf<T>>({ method: 'GET', path, query, shape: 'list' }, shared)
    if (answer.kind === 'refused' && answer.refusal.code === 410 && token !== undefined) {
      const whole = await rest.call<ListOf<T>>({ method: 'GET', path, query: selectors, shape: 'list' }, shared)
      return whole.items.map(small)
    }
    const { items, metadata } = bodyOrThrow(answer, rest.server)
    found.push(...items.map(small))
    token = metadata?.continue || undefined
  } while (token !== undefined)
  return found
}

/** By name, as the API server sorts. */
export const byName = (one: { readonly name: string }, other: { readonly name: string }): number =>
  one.name < other.name ? -1 : Number(one.name > other.name)
