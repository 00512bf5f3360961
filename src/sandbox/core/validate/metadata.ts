import type { Kind } from '../model/kinds.ts'
import type { KubeObject } from '../model/object.ts'
import { type FieldProblem, forbidden, invalidValue, required, tooLong } from '../model/refusal.ts'

const label = '[a-z0-9]([-a-z0-9]*[a-z0-9])?'
const subdomain = String.raw`${label}(\.${label})*`
const qualifiedName = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]'

const isSubdomain = new RegExp(`^${subdomain}$`)
export const isLabel = new RegExp(`^${label}$`)
const isQualifiedName = new RegExp(`^${qualifiedName}$`)
const isLabelValue = new RegExp(`^(${qualifiedName})?$`)

const notSubdomain = `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '${subdomain}')`
export const notLabel = `a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '${label}')`
const notQualified = `name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '${qualifiedName}')`
const notValue = `a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(${qualifiedName})?')`

const rbacGroup = 'rbac.authorization.k8s.io'
/** Limit on the sum of keys and values. */
const maxAnnotationBytes = 262_144

export const bytesOf = (text: string): number => new TextEncoder().encode(text).length

/** Problems in the metadata of an object to be stored. */
export function metadataProblems({ metadata }: KubeObject, kind: Kind): FieldProblem[] {
  const { name, labels = {}, annotations = {}, finalizers = [] } = metadata
  return [
    ...nameProblems(name, kind),
    ...labelProblems(labels),
    ...annotationProblems(annotations),
    ...finalizerProblems(finalizers),
  ]
}

/** Problems in a change of metadata. The API server validates it twice, and reports each problem twice. */
export function changeProblems({ metadata }: KubeObject, { metadata: previous }: KubeObject): FieldProblem[] {
  const changed = metadata.uid && metadata.uid !== previous.uid
  const added = (metadata.finalizers ?? []).filter((finalizer) => !previous.finalizers?.includes(finalizer))
  const problems = [
    ...(changed ? [invalidValue('metadata.uid', metadata.uid, 'field is immutable')] : []),
    ...(previous.deletionTimestamp === undefined || added.length === 0
      ? []
      : [
          forbidden(
            'metadata.finalizers',
            `no new finalizers can be added if the object is being deleted, found new finalizers []string{${added.map((each) => JSON.stringify(each)).join(', ')}}`,
          ),
        ]),
  ]
  return [...problems, ...problems]
}

const standardFinalizers = ['foregroundDeletion', 'kubernetes', 'orphan']

const finalizerProblems = (finalizers: readonly string[]): FieldProblem[] =>
  finalizers.flatMap((finalizer, i) => {
    const field = `metadata.finalizers[${i}]`
    if (finalizer.includes('/')) return keyProblems(field, finalizer)
    return standardFinalizers.includes(finalizer)
      ? []
      : [invalidValue(field, finalizer, 'name is neither a standard finalizer name nor is it fully qualified')]
  })

function nameProblems(name: string, { group, resource }: Kind): FieldProblem[] {
  const field = 'metadata.name'
  if (name === '') return [required(field, 'name or generateName is required')]
  if (group === rbacGroup || resource === 'events')
    return /^(\.|\.\.)$|[/%]/.test(name)
      ? [invalidValue(field, name, "may not be '.', '..' or contain '/' or '%'")]
      : []
  const short = resource === 'namespaces'
  const max = short ? 63 : 253
  return [
    ...(bytesOf(name) > max ? [invalidValue(field, name, `must be no more than ${max} bytes`)] : []),
    ...((short ? isLabel : isSubdomain).test(name) ? [] : [invalidValue(field, name, short ? notLabel : notSubdomain)]),
  ]
}

function keyProblems(field: string, key: string): FieldProblem[] {
  const [prefix, name] = key.includes('/') ? key.split('/', 2) : [undefined, key]
  const problems: FieldProblem[] = []
  if (prefix !== undefined && !isSubdomain.test(prefix))
    problems.push(invalidValue(field, key, `prefix part ${notSubdomain}`))
  if (name === '') problems.push(invalidValue(field, key, 'name part must be non-empty'))
  if (name!.length > 63) problems.push(invalidValue(field, key, 'name part must be no more than 63 bytes'))
  if (!isQualifiedName.test(name!)) problems.push(invalidValue(field, key, notQualified))
  return problems
}

const labelProblems = (labels: Readonly<Record<string, string>>): FieldProblem[] =>
  Object.entries(labels).flatMap(([key, value]) => {
    const field = 'metadata.labels'
    const problems = keyProblems(field, key)
    if (value.length > 63) problems.push(invalidValue(field, value, 'must be no more than 63 bytes'))
    if (!isLabelValue.test(value)) problems.push(invalidValue(field, value, notValue))
    return problems
  })

function annotationProblems(annotations: Readonly<Record<string, string>>): FieldProblem[] {
  const field = 'metadata.annotations'
  const entries = Object.entries(annotations)
  const bytes = entries.reduce((sum, [key, value]) => sum + bytesOf(key) + bytesOf(value), 0)
  return [
    ...entries.flatMap(([key]) => keyProblems(field, key.toLowerCase())),
    ...(bytes > maxAnnotationBytes ? [tooLong(field, `may not be more than ${maxAnnotationBytes} bytes`)] : []),
  ]
}
