import { literal, literals } from './policy.ts'

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
 * CEL: it owns these fields and no others, and the managers of other fields stay those they were. Who owned one of its
 * fields may lose it.
 */
export function keepsManagers({ before, after, manager, fields }: Owned): string {
  const entriesOf = (metadata: string) => `('managedFields' in ${metadata} ? ${metadata}.managedFields : [])`
  const [old, now] = [entriesOf(before), entriesOf(after)]
  const isOurs = (entry: string) => `${entry}.manager == ${literal(manager)}`
  const owns = (entry: string) => `(${fields.map((path) => ownsField(entry, path)).join(' || ')})`
  const lost = `!${owns('n')} && ${old}.exists(o, ${owns('o')} && o.manager == n.manager && o.operation == n.operation)`
  return [
    `${old}.filter(o, !(${isOurs('o')})).size() >= ${mostManagers}`,
    `${now}.all(n, ${isOurs('n')} || n in ${old} || ${lost}) && ${old}.all(o, ${isOurs('o')} || ${owns('o')} || o in ${now})`,
  ].join(' || ')
}

/** CEL: whether an entry of managedFields has this field. */
function ownsField(entry: string, path: readonly string[]): string {
  const at = (depth: number) =>
    [`${entry}.fieldsV1`, ...path.slice(0, depth).map((key) => `[${literal(key)}]`)].join('')
  return [`has(${entry}.fieldsV1)`, ...path.map((key, depth) => `${literal(key)} in ${at(depth)}`)].join(' && ')
}
