import type { Quantities } from '../../api/pod.ts'
import { isAbsent } from '../../cluster/http/refusal.ts'
import { bodyOrThrow, type Rest } from '../../cluster/http/rest.ts'
import { amountsOf } from '../../pods/amounts.ts'
import type { Usage } from '../ports/usage.ts'

const path = '/apis/metrics.k8s.io/v1beta1/nodes'

interface NodeMetrics {
  readonly metadata: { readonly name: string }
  readonly usage?: Quantities
}

export function usageOver(rest: Rest): Usage {
  return {
    async ofNodes(name, limits) {
      const its = name === undefined ? path : `${path}/${encodeURIComponent(name)}`
      const answer = await rest.ask<NodeMetrics | { readonly items: readonly NodeMetrics[] }>(
        { method: 'GET', path: its, ...(name === undefined && { shape: 'list' as const }) },
        limits,
      )
      if (answer.kind === 'refused' && answer.refusal.code === 404)
        return isAbsent(answer.refusal) ? new Map() : undefined
      const body = bodyOrThrow(answer, rest.server)
      const found = 'items' in body ? body.items : [body]
      return new Map(found.map(({ metadata, usage = {} }) => [metadata.name, amountsOf(usage)]))
    },
  }
}
