import type { Body } from '../../interface/request.ts'
import { type Call, isDryRun } from '../model/api.ts'
import { isObject, type JsonObject } from '../model/object.ts'
import { badRequest, type FieldProblem, invalid, notImplemented, unsupported } from '../model/refusal.ts'
import { decodeBody, notRegistered, parseJson } from './body.ts'
import { integerOf } from './integer.ts'

export interface DeleteOptions {
  readonly gracePeriodSeconds?: number
  readonly propagationPolicy?: string
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string }
  readonly dryRun?: readonly string[]
}

const types: Readonly<Record<string, { readonly is: (value: unknown) => boolean; readonly name: string }>> = {
  apiVersion: { is: (value) => typeof value === 'string', name: 'string' },
  dryRun: { is: Array.isArray, name: '[]string' },
  gracePeriodSeconds: { is: Number.isInteger, name: 'int64' },
  kind: { is: (value) => typeof value === 'string', name: 'string' },
  preconditions: { is: isObject, name: 'v1.Preconditions' },
  propagationPolicy: { is: (value) => typeof value === 'string', name: 'v1.DeletionPropagation' },
}
const policies = ['Foreground', 'Background', 'Orphan']

/**
 * Options from the body and the query; the query takes precedence. Throws Refusal for invalid or unsupported options.
 */
export const deleteOptions = ({ body, headers, query }: Call): DeleteOptions =>
  optionsFrom(body ? readOptions(body, headers) : {}, query)

/** The same, from DeleteOptions that were in a body. */
export function optionsFrom(sent: JsonObject, query: Call['query']): DeleteOptions {
  checkTypes(sent)
  const gracePeriodSeconds = integerOf(query['gracePeriodSeconds'])
  const { propagationPolicy } = query
  const options: DeleteOptions = {
    ...(sent as DeleteOptions),
    ...(gracePeriodSeconds !== undefined && { gracePeriodSeconds }),
    ...(propagationPolicy && { propagationPolicy }),
    ...(isDryRun(query) && { dryRun: ['All'] }),
  }
  const problems = problemsOf(options)
  if (problems.length > 0)
    throw invalid({ group: 'meta.k8s.io', kind: 'DeleteOptions', resource: '', name: '' }, problems)
  return options
}

const ownKind = { apiVersion: 'v1', kind: 'DeleteOptions' }

function readOptions(body: Body, headers: Call['headers']): JsonObject {
  const decoded = decodeBody(body, headers, ownKind)
  if (decoded !== undefined && decoded.result !== 'object') throw badRequest(decoded.problem)
  const sent = decoded === undefined ? parseJson(body) : decoded.object
  if (!isObject(sent)) throw badRequest('the body is not DeleteOptions')
  const { apiVersion, kind } = { ...ownKind, ...sent }
  if (kind !== ownKind.kind) throw badRequest(notRegistered({ apiVersion: String(apiVersion), kind: String(kind) }))
  return sent
}

function checkTypes(sent: JsonObject): void {
  for (const [option, value] of Object.entries(sent)) {
    const type = Object.hasOwn(types, option) ? types[option] : undefined
    if (type === undefined) throw notImplemented(`DeleteOptions.${option}`)
    if (value !== null && !type.is(value))
      throw badRequest(
        `json: cannot unmarshal ${typeof value} into Go struct field DeleteOptions.${option} of type ${type.name}`,
      )
  }
}

const problemsOf = ({ dryRun, propagationPolicy }: DeleteOptions): FieldProblem[] => [
  ...(propagationPolicy == null || policies.includes(propagationPolicy)
    ? []
    : [unsupported('propagationPolicy', propagationPolicy, [...policies, 'nil'])]),
  ...(dryRun?.every((stage) => stage === 'All') === false ? [unsupported('dryRun', dryRun, ['All'])] : []),
]
