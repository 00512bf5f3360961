import { collectionPath } from '../../api/kinds.ts'
import type { ObjectBody } from '../../api/object.ts'
import { balloon } from '../../names.ts'
import type { DryRun } from '../../ports/limits.ts'
import { listAll } from '../http/paging.ts'
import { isAbsent } from '../http/refusal.ts'
import { bodyOrThrow, type Rest, writeQuery } from '../http/rest.ts'
import type { Objects } from '../ports/objects.ts'

export function objectsOver(rest: Rest): Objects {
  return {
    read: (object, limits) => rest.find<ObjectBody>({ method: 'GET', path: pathOf(object) }, limits),
    apply: (object, dryRun, limits) =>
      rest.call<ObjectBody>(
        {
          method: 'PATCH',
          path: pathOf(object),
          query: { ...writeQuery(balloon.fieldManager, dryRun), force: 'true' },
          body: object,
          contentType: 'application/apply-patch+yaml',
        },
        limits,
      ),
    async remove(object, dryRun, limits) {
      const answer = await rest.ask(
        { method: 'DELETE', path: pathOf(object), body: deleteOptions(object, dryRun) },
        limits,
      )
      if (answer.kind === 'done' || !isAbsent(answer.refusal)) bodyOrThrow(answer, rest.server)
    },
    list: ({ apiVersion, kind, namespace }, limits) =>
      listAll<ObjectBody, ObjectBody>(
        rest,
        {
          listing: { path: collectionPath({ apiVersion, kind, namespace }) },
          small: (item) => ({ ...item, apiVersion, kind }),
        },
        limits,
      ),
  }
}

const pathOf = ({ apiVersion, kind, metadata }: ObjectBody): string =>
  `${collectionPath({ apiVersion, kind, namespace: metadata.namespace })}/${encodeURIComponent(metadata.name)}`

const deleteOptions = ({ metadata: { uid } }: ObjectBody, dryRun: DryRun) => ({
  apiVersion: 'v1',
  kind: 'DeleteOptions',
  propagationPolicy: 'Background',
  ...(uid !== undefined && { preconditions: { uid } }),
  ...(dryRun === 'server' && { dryRun: ['All'] }),
})
