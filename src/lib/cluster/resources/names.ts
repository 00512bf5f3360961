import { configMapsPath } from '../../api/kinds.ts'
import type { Rest } from '../http/rest.ts'
import type { Names } from '../ports/names.ts'

/** Of a Table of meta.k8s.io/v1. */
interface Table {
  readonly columnDefinitions?: readonly { readonly format: string }[]
  readonly rows?: readonly { readonly cells: readonly unknown[] }[] | null
}

/** Rows without objects are the smallest form of a list, and resourceVersion 0 avoids a read of etcd. */
const query = { includeObject: 'None', resourceVersion: '0' }
const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io'

export function namesOver(rest: Rest, namespace: string): Names {
  return {
    async list(kind, limits) {
      const path = kind === 'configmaps' ? configMapsPath(namespace) : `/api/v1/${kind}`
      const call = { method: 'GET', path, query, accept, shape: 'table' } as const
      const { columnDefinitions = [], rows } = await rest.call<Table>(call, limits)
      const column = columnDefinitions.findIndex(({ format }) => format === 'name')
      return (rows ?? []).map(({ cells }) => String(cells[column])).sort()
    },
  }
}
