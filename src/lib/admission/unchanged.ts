import { literal, literals } from './policy.ts'
import { freeBelow } from './right.ts'

/** Of the metadata: the API server writes these with each change. */
export const ofServer = ['resourceVersion', 'generation'] as const

/** CEL: both maps have the same entries, but for these keys. Also true of fields that Kubernetes will have one day. */
export function sameEntries(before: string, after: string, except: readonly string[]): string {
  const isExcepted = `k in ${literals(except)}`
  return [
    `${after}.all(k, ${isExcepted} || k in ${before} && ${after}[k] == ${before}[k])`,
    `${before}.all(k, ${isExcepted} || k in ${after})`,
  ].join(' && ')
}

/** CEL: the same, of a part of the object before and after an update, such as `.metadata`. */
export const sameBut = (part: string, except: readonly string[]): string =>
  sameEntries(`dyn(oldObject)${part}`, `dyn(object)${part}`, except)

/** CEL: the same, of the metadata of an object. */
export const sameMetadata = (before: string, after: string, except: readonly string[]): string =>
  sameEntries(before, after, [...ofServer, ...except])

/** CEL: an update that stores the object anew, such as a migration of storage, and changes nothing of it. */
export const changesNothing = [
  sameEntries('dyn(oldObject)', 'dyn(object)', ['metadata']),
  sameMetadata('dyn(oldObject.metadata)', 'dyn(object.metadata)', []),
].join(' && ')

/** With as many managers, the API server merges the entries of others when one more writes. */
const mostManagers = 10

export interface Owned {
  /** The metadata before and after the change. */
  readonly before: string
  readonly after: string
  /** The field manager that writes. */
  readonly manager: string
  /** What it may own: each a path of keys as in `fieldsV1`. */
  readonly fields: readonly (readonly string[])[]
}

/**
 * CEL: it owns these fields and no others, and the managers of other fields stay those they were. Who owned some of its
 * fields, such as somebody who has edited them, may lose them, and keeps all others.
 */
export function keepsManagers({ before, after, manager, fields }: Owned): string {
  const entriesOf = (metadata: string) => `('managedFields' in ${metadata} ? ${metadata}.managedFields : [])`
  const [old, now] = [entriesOf(before), entriesOf(after)]
  const isOurs = (entry: string) => `${entry}.manager == ${literal(manager)}`
  const owns = (entry: string) => `(${fields.map((path) => `${fieldsAt(entry, path)}.hasValue()`).join(' || ')})`
  const others = otherFields(fields)
  const isSame = [
    ...['manager', 'operation'].map((key) => `o.${key} == n.${key}`),
    "o.?subresource.orValue('') == n.?subresource.orValue('')",
    ...others.map(({ above, except }) => sameEntries(mapAt('o', above), mapAt('n', above), except)),
  ].join(' && ')
  const hasNoOther = others
    .map(({ above, except }) => `${mapAt('o', above)}.all(k, k in ${literals(except)})`)
    .join(' && ')
  return [
    `${old}.filter(o, !(${isOurs('o')})).size() >= ${mostManagers}`,
    [
      `${now}.all(n, ${isOurs('n')} || n in ${old} || ${old}.exists(o, ${owns('o')} && ${isSame}))`,
      `${old}.all(o, ${isOurs('o')} || o in ${now} || ${owns('o')} && (${hasNoOther} || ${now}.exists(n, ${isSame})))`,
    ].join(' && '),
  ].join(' || ')
}

/** Of the fields of an entry: each map above these fields, with the keys that lead to them. */
function otherFields(fields: Owned['fields']) {
  const aboves = new Map(
    fields.flatMap((path) => path.map((_, depth) => [path.slice(0, depth).join(' '), path.slice(0, depth)])),
  )
  return [...aboves.values()].map((above) => ({
    above,
    // The map itself: whoever owns a key of it may own it, or not.
    except: [
      '.',
      ...freeBelow(
        fields.map((path) => ({ path })),
        above,
      ),
    ],
  }))
}

/** CEL: an optional value, what an entry of managedFields says at a path. */
const fieldsAt = (entry: string, path: readonly string[]): string =>
  `${entry}.?fieldsV1${path.map((key) => `[?${literal(key)}]`).join('')}`

const mapAt = (entry: string, path: readonly string[]): string => `${fieldsAt(entry, path)}.orValue(dyn({}))`
