import { configMapPath, configMapsPath } from '../../api/kinds.ts'
import { sharedLimits } from '../../cluster/http/request-deadline.ts'
import type { Rest } from '../../cluster/http/rest.ts'
import { writeQuery } from '../../cluster/http/rest.ts'
import { Failure } from '../../message/failure.ts'
import { document } from '../../names.ts'
import type { DryRun, Limits } from '../../ports/limits.ts'
import type { Documents } from '../ports/documents.ts'
import { configMapName } from '../target.ts'
import { type ConfigMap, revisionOf } from './document-object.ts'

const maxTries = 5

/** The ConfigMap with the last revisions of deleted documents: the names of their ConfigMaps, and numbers as text. */
export function revisionsOver(rest: Rest, namespace: string): Pick<Documents, 'lastRevisions' | 'rememberRevision'> {
  const path = configMapPath(namespace, document.revisionsName)
  const find = (limits: Limits) => rest.find<ConfigMap>({ method: 'GET', path }, limits)
  return {
    lastRevisions: async (limits) => revisionsIn(await find(limits)),
    async rememberRevision(target, revision, dryRun, { signal, timeoutMs = rest.requestTimeoutMs }) {
      const shared = sharedLimits(rest.clock, signal, timeoutMs)
      for (let tried = 1; ; tried++) {
        const current = await find(shared)
        if ((revisionsIn(current).get(configMapName(target)) ?? -1) >= revision) return
        const data = { [configMapName(target)]: String(revision) }
        try {
          return await store(rest, { namespace, current, data, dryRun }, shared)
        } catch (error) {
          if (tried === maxTries || !(error instanceof Failure && error.code === 'conflict')) throw error
        }
      }
    },
  }
}

const revisionsIn = (current: ConfigMap | undefined): ReadonlyMap<string, number> =>
  new Map(
    Object.entries(current?.data ?? {}).flatMap(([name, text]) => {
      const revision = revisionOf(text)
      return revision === undefined ? [] : [[name, revision]]
    }),
  )

interface Change {
  readonly namespace: string
  /** The object that was read: the change applies only to this version. */
  readonly current: ConfigMap | undefined
  readonly data: Readonly<Record<string, string>>
  readonly dryRun: DryRun
}

async function store(rest: Rest, { namespace, current, data, dryRun }: Change, limits: Limits): Promise<void> {
  const query = writeQuery(document.fieldManager, dryRun)
  const name = document.revisionsName
  if (current === undefined) {
    const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace }, data }
    await rest.call({ method: 'POST', path: configMapsPath(namespace), query, body }, limits)
  } else {
    const body = { metadata: { resourceVersion: current.metadata?.resourceVersion }, data }
    const contentType = 'application/merge-patch+json'
    await rest.call({ method: 'PATCH', path: configMapPath(namespace, name), query, body, contentType }, limits)
  }
}
