import { collectionPath } from '../../api/kinds.ts'
import type { Lease } from '../../api/lease.ts'
import { document } from '../../names.ts'
import { isAbsent } from '../http/refusal.ts'
import { bodyOrThrow, type Rest, writeQuery } from '../http/rest.ts'
import type { Leases } from '../ports/leases.ts'
import { goneFailure } from './gone.ts'

const kind = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease' } as const

export function leasesOver(rest: Rest, namespace: string): Leases {
  const path = collectionPath({ ...kind, namespace })
  const pathOf = (name: string): string => `${path}/${encodeURIComponent(name)}`
  const query = writeQuery(document.fieldManager, 'none')
  return {
    namespace,
    async read(name, limits) {
      const found = await rest.find<Lease>({ method: 'GET', path: pathOf(name) }, limits)
      return found && leaseOf(found)
    },
    async create(name, spec, limits) {
      const body = { ...kind, metadata: { name, namespace }, spec }
      return leaseOf(await rest.call<Lease>({ method: 'POST', path, query, body }, limits))
    },
    /**
     * A merge patch with a resourceVersion applies only to that version, and keeps the fields that it does not name.
     */
    async update({ metadata: { name, uid, resourceVersion } }, spec, limits) {
      const body = { metadata: { uid, resourceVersion }, spec }
      const contentType = 'application/merge-patch+json'
      const answer = await rest.ask<Lease>({ method: 'PATCH', path: pathOf(name), query, body, contentType }, limits)
      if (answer.kind === 'refused' && isAbsent(answer.refusal)) throw goneFailure(answer.refusal)
      return leaseOf(bodyOrThrow(answer, rest.server))
    },
  }
}

const leaseOf = ({ metadata: { name, namespace, uid, resourceVersion }, spec }: Lease): Lease => ({
  metadata: { name, namespace, uid, resourceVersion },
  spec: spec ?? {},
})
