import type { Api, Target } from './model/api.ts'
import { apiVersionOf } from './model/kinds.ts'
import type { KubeObject } from './model/object.ts'
import { badRequest, expired, forbidden, invalid, Refusal } from './model/refusal.ts'
import { firstFrom, inNamespace, keyOfObject } from './model/store.ts'
import { integerOf } from './request/integer.ts'
import { fieldMatchOf, parseFieldSelector } from './select/fields.ts'
import { parseLabelSelector } from './select/labels.ts'

type Query = Readonly<Record<string, string>>
export type Match = (object: KubeObject) => boolean

/** Matches the objects that namespace and selectors of a request select. */
export function matchOf({ kind, namespace }: Target, query: Query): Match {
  const labels = parseLabelSelector(query['labelSelector'])
  const fields = fieldMatchOf(parseFieldSelector(query['fieldSelector'], kind))
  return (object) =>
    (namespace === '' || object.metadata.namespace === namespace) &&
    labels(object.metadata.labels ?? {}) &&
    fields(object)
}

/** One page of a list. All pages of a list show the same revision. */
export function listPage(api: Api, target: Target, query: Query): Page {
  const wanted = wantedRevision(api, query)
  const limit = limitOf(query['limit'])
  const token = readToken(query['continue'])
  if (token !== undefined && wanted > 0)
    throw badRequest('specifying resource version is not allowed when using continue')
  const revision = token?.revision ?? (isExact(query) ? wanted : api.store.revision())
  const view = viewAt(api, target, { token, revision })
  const keys = inNamespace(view.keys, target.namespace || undefined)
  const match = matchOf(target, query)
  const items: KubeObject[] = []
  let at = token === undefined ? 0 : firstFrom(keys, `${token.after}\u0000`)
  for (; at < keys.length && items.length < limit; at++) {
    const object = view.at(keys[at]!)
    if (object !== undefined && match(object)) items.push(object)
  }
  return {
    items,
    revision,
    ...rest({ keys, at, revision, isSelective: Boolean(query['labelSelector'] || query['fieldSelector']) }),
  }
}

interface Position {
  readonly keys: readonly string[]
  /** Index of the first key that was not examined. */
  readonly at: number
  readonly revision: number
  readonly isSelective: boolean
}

/** Token and remaining count. With a selector, the API server does not report a remaining count. */
const rest = ({ keys, at, revision, isSelective }: Position): Pick<Page, 'next' | 'left'> =>
  at >= keys.length
    ? {}
    : { next: writeToken({ revision, after: keys[at - 1]! }), ...(!isSelective && { left: keys.length - at }) }

/** Zero or a negative number means no limit. */
function limitOf(text: string | undefined): number {
  const limit = integerOf(text) ?? 0
  return limit > 0 ? limit : Number.POSITIVE_INFINITY
}

/** With a limit, resourceVersion without resourceVersionMatch means Exact (registry/generic, legacy exact). */
const isExact = ({ resourceVersion = '0', resourceVersionMatch: match = '', limit = '0' }: Query): boolean =>
  Number(resourceVersion) > 0 && (match === 'Exact' || (match === '' && Number(limit) > 0))

/** A real API server waits three seconds for a revision that it has not reached; the sandbox refuses at once. */
function wantedRevision({ store }: Api, { resourceVersion: text, resourceVersionMatch: match = '' }: Query): number {
  const revision = Number(text ?? 0)
  if (!Number.isInteger(revision) || revision < 0)
    throw badRequest(
      `invalid resource version: resourceVersion: Invalid value: ${JSON.stringify(text)}: strconv.ParseUint: parsing ${JSON.stringify(text)}: invalid syntax`,
    )
  if (match !== '' && text === undefined) throw matchAlone()
  if (revision <= store.revision()) return revision
  throw new Refusal(504, 'Timeout', `Too large resource version: ${revision}, current: ${store.revision()}`, {
    details: {
      causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
      retryAfterSeconds: 1,
    },
  })
}

interface View {
  readonly keys: readonly string[]
  at(key: string): KubeObject | undefined
}

/** All objects as they were at a revision, found by undoing the changes since. */
function viewAt(
  { store }: Api,
  { kind: { resource } }: Target,
  { token, revision }: { token: Token | undefined; revision: number },
): View {
  if (revision === store.revision()) return { keys: store.keys(resource), at: (key) => store.at(resource, key) }
  const changes = store.changesSince(resource, revision)
  if (changes === undefined) throw tooOld(store.revision(), token)
  const before = new Map<string, KubeObject | undefined>()
  for (const { object, previous } of changes.toReversed()) before.set(keyOfObject(object), previous)
  const missing = [...before.keys()].filter((key) => store.at(resource, key) === undefined)
  return {
    keys: missing.length === 0 ? store.keys(resource) : [...store.keys(resource), ...missing].sort(),
    at: (key) => (before.has(key) ? before.get(key) : store.at(resource, key)),
  }
}

/** The answer has a token to continue without consistency (apiserver, storage/etcd3/errors.go). */
function tooOld(revision: number, token: Token | undefined): Refusal {
  if (token === undefined) return expired('The resourceVersion for the provided list is too old.')
  const message =
    'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list. Objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.'
  const { code, reason } = expired(message)
  return new Refusal(code, reason, message, { continueToken: writeToken({ ...token, revision }) })
}

const matchAlone = (): Refusal =>
  invalid({ group: 'meta.k8s.io', kind: 'ListOptions', resource: '', name: '' }, [
    forbidden('resourceVersionMatch', 'resourceVersionMatch is forbidden unless resourceVersion is provided'),
  ])

/** The List object of a page. */
export const listBody = ({ kind }: Target, { items, revision, next, left }: Page) => ({
  kind: `${kind.kind}List`,
  apiVersion: apiVersionOf(kind),
  metadata: {
    resourceVersion: String(revision),
    ...(next !== undefined && { continue: next }),
    ...(left !== undefined && { remainingItemCount: left }),
  },
  // Items of a list have no apiVersion and kind.
  items: items.map(({ apiVersion: _version, kind: _kind, ...item }) => item),
})

interface Page {
  readonly items: readonly KubeObject[]
  readonly revision: number
  /** Token of the next page; absent on the last page. */
  readonly next?: string
  /** Number of objects on the following pages. */
  readonly left?: number
}

/** Where a list continues. */
interface Token {
  readonly revision: number
  /** Namespace and name of the last object that was sent. */
  readonly after: string
}

const writeToken = (token: Token): string =>
  btoa(JSON.stringify({ v: 'meta.k8s.io/v1', rv: token.revision, start: token.after }))

function readToken(text: string | undefined): Token | undefined {
  if (text === undefined || text === '') return undefined
  try {
    const { rv, start } = JSON.parse(atob(text)) as { rv: unknown; start: unknown }
    if (Number.isInteger(rv) && typeof start === 'string') return { revision: Number(rv), after: start }
  } catch {}
  throw badRequest('invalid continue token: continue key is not valid: it is not a token of this server')
}
