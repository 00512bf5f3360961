import type { V1ConfigMap } from '@kubernetes/client-node'
import { configMapPath, configMapsPath } from '../../api/kinds.ts'
import type { Wire } from '../../api/object.ts'
import { isAbsent } from '../../cluster/http/refusal.ts'
import { bodyOrThrow, type Rest, writeQuery } from '../../cluster/http/rest.ts'
import { goneFailure } from '../../cluster/resources/gone.ts'
import type { WatchTiming } from '../../cluster/watch/timing.ts'
import { watchObject } from '../../cluster/watch/watch-object.ts'
import { rollout as names } from '../../names.ts'
import type { Rollouts, StoredRollout } from '../ports/rollouts.ts'
import { dataOf, readRollout } from '../rollout-object.ts'

type ConfigMap = Wire<V1ConfigMap>

/** The rollouts in a ConfigMap of a namespace. */
export function rolloutsOver(rest: Rest, namespace: string, timing: WatchTiming): Rollouts {
  const path = configMapPath(namespace, names.configMap)
  return {
    async read(limits) {
      const found = await rest.find<ConfigMap>({ method: 'GET', path }, limits)
      return found && storedIn(found)
    },
    async write(rollout, replaces, dryRun, limits) {
      const query = writeQuery(names.fieldManager, dryRun)
      const data = dataOf(rollout)
      if (replaces === undefined) {
        const present = Object.fromEntries(Object.entries(data).filter(([, text]) => text !== null))
        const metadata = { name: names.configMap, namespace }
        const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: present }
        return storedIn(
          await rest.call<ConfigMap>({ method: 'POST', path: configMapsPath(namespace), query, body }, limits),
        )
      }
      const body = { metadata: { resourceVersion: replaces.resourceVersion }, data }
      const contentType = 'application/merge-patch+json'
      const answer = await rest.ask<ConfigMap>({ method: 'PATCH', path, query, body, contentType }, limits)
      if (answer.kind === 'refused' && isAbsent(answer.refusal)) throw goneFailure(answer.refusal)
      return storedIn(bodyOrThrow(answer, rest.server))
    },
    watch(limits) {
      const watched = { path: configMapsPath(namespace), name: names.configMap, small: storedIn, timing }
      return watchObject(rest, watched, limits)
    },
  }
}

/** Of the object, whoever wrote it. */
function lastWriteIn(entries: readonly { readonly time?: string }[]): number | undefined {
  const times = entries.map(({ time }) => Date.parse(time ?? '')).filter((at) => !Number.isNaN(at))
  return times.length === 0 ? undefined : Math.max(...times)
}

const storedIn = ({ metadata, data = {} }: ConfigMap): StoredRollout => ({
  uid: metadata?.uid ?? '',
  resourceVersion: metadata?.resourceVersion ?? '',
  writtenAt: lastWriteIn(metadata?.managedFields ?? []),
  reading: readRollout(data),
})
