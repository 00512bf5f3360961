import type { Release } from './model/api.ts'
import { apiVersionOf, type Kind, kinds } from './model/kinds.ts'

const root = '/openapi/v3'
const second = '/openapi/v2'
/** A document of OpenAPI v2 without definitions, in protobuf, the encoding in which kubectl requests it. */
const emptyMessage = ''

const pathOf = (kind: Kind): string => `${kind.group === '' ? 'api' : 'apis'}/${apiVersionOf(kind)}`
const paths = [...new Set(kinds.map(pathOf))]

/**
 * OpenAPI v3 with the one thing in it that kubectl requires of a server before it leaves the validation of fields to it:
 * the parameter fieldValidation of patches. There are no schemas, with which kubectl would validate Lists. Undefined for other paths.
 */
export function openapiAt(path: string, release: Release): object | string | undefined {
  if (path === second) return emptyMessage
  if (path === root)
    return { paths: Object.fromEntries(paths.map((each) => [each, { serverRelativeURL: `${root}/${each}` }])) }
  const found = paths.find((each) => path === `${root}/${each}`)
  if (found === undefined) return undefined
  return {
    openapi: '3.0.0',
    info: { title: 'Kubernetes', version: `v1.${release.minor}` },
    paths: Object.fromEntries(kinds.filter((kind) => pathOf(kind) === found).map(patchOf)),
    components: {},
  }
}

const fieldValidation = { name: 'fieldValidation', in: 'query', schema: { type: 'string', uniqueItems: true } }

function patchOf(kind: Kind): [string, object] {
  const { group, version, kind: name } = kind
  const scope = kind.namespaced ? '/namespaces/{namespace}' : ''
  const patch = {
    parameters: [fieldValidation],
    responses: { '200': { description: 'OK' } },
    'x-kubernetes-action': 'patch',
    'x-kubernetes-group-version-kind': { group, version, kind: name },
  }
  return [`/${pathOf(kind)}${scope}/${kind.resource}/{name}`, { patch }]
}
