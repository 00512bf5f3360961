import type { ApiRequest } from '../../interface/request.ts'
import type { Target } from '../model/api.ts'
import { invalid, methodNotAllowed, notImplemented, type Refusal } from '../model/refusal.ts'

/** Verbs of RBAC. */
export type Verb = 'get' | 'list' | 'watch' | 'create' | 'update' | 'patch' | 'delete' | 'deletecollection'

const onObjects: Readonly<Record<string, Verb>> = { GET: 'get', PUT: 'update', PATCH: 'patch', DELETE: 'delete' }
const onParts: Readonly<Record<string, Verb>> = { GET: 'get', PUT: 'update', PATCH: 'patch' }
const onEvictions: Readonly<Record<string, Verb>> = { POST: 'create' }
const onCollections: Readonly<Record<string, Verb>> = { GET: 'list', POST: 'create', DELETE: 'deletecollection' }

export function verbOf({ method, query }: ApiRequest, { kind, name, subresource }: Target): Verb {
  const verb = verbsOn(name, subresource)[method]
  if (verb === undefined || (verb === 'deletecollection' && !kind.deletesCollections)) throw methodNotAllowed()
  return verb === 'list' && isTrue(query['watch']) ? 'watch' : verb
}

function verbsOn(name: string | undefined, subresource: string | undefined): Readonly<Record<string, Verb>> {
  if (name === undefined) return onCollections
  if (subresource === 'eviction') return onEvictions
  return subresource === undefined ? onObjects : onParts
}

export const isTrue = (text: string | undefined): boolean => text === 'true' || text === '1'

const writes = ['dryRun', 'fieldManager', 'fieldValidation']
const removals = ['dryRun', 'gracePeriodSeconds', 'propagationPolicy']
const selections = ['labelSelector', 'fieldSelector']
const lists = [...selections, 'limit', 'continue', 'resourceVersion', 'resourceVersionMatch', 'watch']
const watches = [...lists, 'timeoutSeconds', 'allowWatchBookmarks', 'sendInitialEvents']

/** Query parameters that the sandbox supports, or may ignore as the API server may. */
const parameters: Readonly<Record<Verb, readonly string[]>> = {
  get: ['resourceVersion'],
  list: [...lists, 'timeoutSeconds', 'allowWatchBookmarks'],
  watch: watches,
  create: writes,
  update: writes,
  patch: [...writes, 'force'],
  delete: removals,
  deletecollection: [...removals, ...selections],
}
const everywhere = ['pretty', 'timeout', 'includeObject']

/** Supported values of enumerated parameters. */
const values: Readonly<Record<string, readonly string[]>> = {
  fieldValidation: ['Ignore', 'Warn', 'Strict'],
  force: ['true', 'false'],
  resourceVersionMatch: ['Exact', 'NotOlderThan'],
  sendInitialEvents: ['false'],
}

const options: Partial<Record<Verb, string>> = {
  create: 'CreateOptions',
  update: 'UpdateOptions',
  patch: 'PatchOptions',
}

const unsupportedDryRun = (verb: Verb, value: string): Refusal =>
  invalid({ group: 'meta.k8s.io', kind: options[verb] ?? 'DeleteOptions', resource: '', name: '' }, [
    {
      field: 'dryRun',
      reason: 'FieldValueNotSupported',
      message: `Unsupported value: []string{${JSON.stringify(value)}}: supported values: "All"`,
    },
  ])

/** Throws Refusal for query parameters that the sandbox does not support. */
export function checkQuery(verb: Verb, query: Readonly<Record<string, string>>): void {
  if (query['dryRun'] && query['dryRun'] !== 'All') throw unsupportedDryRun(verb, query['dryRun'])
  for (const [name, value] of Object.entries(query)) {
    if (!parameters[verb].includes(name) && !everywhere.includes(name))
      throw notImplemented(`query parameter ${name} of ${verb}`)
    if (value !== '' && values[name]?.includes(value) === false) throw notImplemented(`${name}=${value} of ${verb}`)
  }
}
