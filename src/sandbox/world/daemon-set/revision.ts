import { type DaemonSet, type KubeObject, timestamp } from '../../core/model/object.ts'
import type { World } from '../runtime/world.ts'

const label = 'controller-revision-hash'

/** By template: stored objects are never changed in place. */
const hashes = new WeakMap<object, string>()

/** FNV-1a hash of the template, in base 36. */
export function templateHash({ spec: { template } }: DaemonSet): string {
  const hash = hashes.get(template) ?? fnv1a(JSON.stringify(template))
  hashes.set(template, hash)
  return hash
}

function fnv1a(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0
  return hash.toString(36)
}

export const hashOf = ({ metadata }: KubeObject): string | undefined => metadata.labels?.[label]

type Revision = KubeObject & { readonly revision: number }

/**
 * Stores the template as the newest ControllerRevision of its DaemonSet. One that is stored already gets the next number
 * (pkg/controller/daemon/update.go, constructHistory).
 */
export function storeRevision({ api }: World, set: DaemonSet, hash: string): void {
  const { name, namespace = '', uid } = set.metadata
  const place = { resource: 'controllerrevisions', namespace, name: `${name}-${hash}` }
  const others = (api.store.list('controllerrevisions', namespace) as readonly Revision[]).filter(
    ({ metadata }) => metadata.name !== place.name && metadata.ownerReferences?.some((owner) => owner.uid === uid),
  )
  const next = 1 + Math.max(0, ...others.map(({ revision }) => revision))
  const stored = api.store.get(place) as Revision | undefined
  if (stored !== undefined) {
    if (stored.revision < next) api.store.put('controllerrevisions', { ...stored, revision: next } as Revision)
    return
  }
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
    revision: next,
  }
  api.store.put('controllerrevisions', revision as KubeObject)
}
