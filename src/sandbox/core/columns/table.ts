import type { Target } from '../model/api.ts'
import { apiVersionOf, type Kind } from '../model/kinds.ts'
import type { KubeObject } from '../model/object.ts'
import { badRequest } from '../model/refusal.ts'
import type { Column } from './column.ts'
import { columnsOf } from './columns.ts'

interface Shown {
  readonly target: Target
  readonly query: Readonly<Record<string, string>>
}

/** An object or a list as a Table of meta.k8s.io/v1, which kubectl requests. */
export function tableOf({ target, query }: Shown, now: number, body: object): object {
  const { metadata, items } = body as { metadata: object; items?: readonly KubeObject[] }
  const columns = columnsOf(target.kind)
  const objects = items ?? [body as KubeObject]
  return {
    kind: 'Table',
    apiVersion: 'meta.k8s.io/v1',
    metadata:
      items === undefined ? { resourceVersion: (metadata as KubeObject['metadata']).resourceVersion } : metadata,
    columnDefinitions: columns.map(definitionOf),
    rows: objects.map((object) => ({
      cells: columns.map(({ cell }) => cell(object, now)),
      ...objectOf(object, target.kind, query['includeObject']),
    })),
  }
}

const definitionOf = ({ name, type = 'string', priority = 0 }: Column) => ({
  name,
  type,
  format: name === 'Name' ? 'name' : '',
  description: '',
  priority,
})

function objectOf(object: KubeObject, kind: Kind, include = 'Metadata'): object {
  switch (include) {
    case 'None':
      return {}
    case 'Object':
      return { object: { ...object, apiVersion: apiVersionOf(kind), kind: kind.kind } }
    case 'Metadata':
      return {
        object: { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: object.metadata },
      }
    default:
      throw badRequest(`unrecognized includeObject value: "${include}"`)
  }
}
