import type { Limits } from '../../ports/limits.ts'
import { Malformed, noApiServer } from './answer.ts'
import { sharedLimits } from './request-deadline.ts'
import { bodyOrThrow, type Rest } from './rest.ts'
import type { ListOf, Protobuf } from './transport.ts'

interface Listing {
  readonly path: string
  readonly labelSelector?: string | undefined
  readonly fieldSelector?: string | undefined
  /** What the API server has in its cache, which may be seconds old: it reads nothing from its store. Most answer in one piece. */
  readonly resourceVersion?: '0'
  /** Loaded for the second page, or for what may come in one piece: it pays for long lists only. */
  readonly protobuf?: () => Promise<Protobuf>
}

const pageSize = '500'

/** All items, read as in listVersioned. */
export const listAll = async <T, Small>(
  rest: Rest,
  what: { listing: Listing; small: (item: T) => Small },
  limits: Limits,
): Promise<Small[]> => (await listVersioned(rest, what, limits)).items

/** All items, and the version from which a watch can start; read as in foldList. */
export async function listVersioned<T, Small>(
  rest: Rest,
  { listing, small }: { listing: Listing; small: (item: T) => Small },
  limits: Limits,
): Promise<{ readonly items: Small[]; readonly version: string | undefined }> {
  const begin = (): Small[] => []
  const add = (found: Small[], item: T): void => void found.push(small(item))
  const { sum, version } = await foldList(rest, { listing, begin, add }, limits)
  return { items: sum, version }
}

interface Fold<T, Sum> {
  readonly listing: Listing
  /** Called again when the list has to be read from its beginning. */
  readonly begin: () => Sum
  readonly add: (sum: Sum, item: T) => void
}

/**
 * Adds up all items, page by page, without keeping them; the next page is on its way meanwhile. Each page may take as long as a request, for a list may be long;
 * the caller's timeout is for all pages together. A list that expires on the way (410) is read again in one piece, as in
 * client-go's pager.
 */
export async function foldList<T, Sum>(
  rest: Rest,
  { listing, begin, add }: Fold<T, Sum>,
  limits: Limits,
): Promise<{ readonly sum: Sum; readonly version: string | undefined }> {
  const shared = limits.timeoutMs === undefined ? limits : sharedLimits(rest.clock, limits.signal, limits.timeoutMs)
  const { path, protobuf: load, resourceVersion, ...selectors } = listing
  const ask = async (token?: string) => {
    const isFirst = token === undefined
    const query = {
      ...selectors,
      limit: pageSize,
      continue: token,
      resourceVersion: isFirst ? resourceVersion : undefined,
    }
    const protobuf = isFirst && resourceVersion === undefined ? undefined : await load?.()
    return rest.ask<ListOf<T>>({ method: 'GET', path, query, shape: 'list', protobuf }, shared)
  }
  const addAll = (sum: Sum, items: Iterable<T>): Sum => {
    try {
      for (const item of items) add(sum, item)
      return sum
    } catch (error) {
      throw error instanceof Malformed ? noApiServer(rest.server) : error
    }
  }
  const sum = begin()
  let token: string | undefined
  let page = ask()
  for (;;) {
    const answer = await page
    if (answer.kind === 'refused' && answer.refusal.code === 410 && token !== undefined) {
      const call = { method: 'GET', path, query: selectors, shape: 'list', protobuf: await load?.() } as const
      const whole = await rest.call<ListOf<T>>(call, shared)
      return { sum: addAll(begin(), whole.items), version: whole.metadata?.resourceVersion }
    }
    const { items, metadata } = bodyOrThrow(answer, rest.server)
    token = metadata?.continue || undefined
    if (token !== undefined) {
      page = ask(token)
      // Reported when it is awaited, unless an item fails before.
      page.catch(() => undefined)
    }
    addAll(sum, items)
    if (token === undefined) return { sum, version: metadata?.resourceVersion }
  }
}

/** By name, in the order of the API server. */
export const byName = (one: { readonly name: string }, other: { readonly name: string }): number =>
  one.name < other.name ? -1 : Number(one.name > other.name)
