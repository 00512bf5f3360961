import { type DaemonSet, type KubeObject, timestamp } from '../../core/model/object.ts'
import type { World } from '../runtime/world.ts'

const label = 'controller-revision-hash'

/** FNV-1a hash of the template, in base 36. */
export function templateHash({ spec }: DaemonSet): string {
  let hash = 0x811c9dc5
  for (const character of JSON.stringify(spec.template))
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0
  return hash.toString(36)
}

export const hashOf = ({ metadata }: KubeObject): string | undefined => metadata.labels?.[label]

/** Stores the template as a ControllerRevision, unless it is stored already. */
export function storeRevision({ api }: World, set: DaemonSet, hash: string): void {
  const { name, namespace = '', uid } = set.metadata
  const place = { resource: 'controllerrevisions', namespace, name: `${name}-${hash}` }
  if (api.store.get(place) !== undefined) return
  const before = api.store
    .list('controllerrevisions', namespace)
    .filter(({ metadata }) => metadata.ownerReferences?.some((owner) => owner.uid === uid)).length
  const revision = {
    apiVersion: 'apps/v1',
    kind: 'ControllerRevision',
    metadata: {
      name: place.name,
      namespace,
      uid: api.chance.uid(),
      resourceVersion: '',
      creationTimestamp: timestamp(api.now()),
      labels: { ...set.spec.template.metadata?.labels, [label]: hash },
      ownerReferences: [
        { apiVersion: 'apps/v1', kind: 'DaemonSet', name, uid, controller: true, blockOwnerDeletion: true },
      ],
    },
    data: { spec: { template: { $patch: 'replace', ...set.spec.template } } },
    revision: before + 1,
  }
  api.store.put('controllerrevisions', revision as KubeObject)
}
