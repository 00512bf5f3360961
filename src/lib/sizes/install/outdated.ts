import type { ObjectBody } from '../../api/object.ts'
import type { Pod } from '../../api/pod.ts'
import { revisionLabel } from '../../api/used-of-pods.ts'

interface Revision extends ObjectBody {
  readonly revision?: number
}

const belongsTo = ({ metadata }: ObjectBody, uid: string): boolean => {
  const { ownerReferences = [] } = metadata as { readonly ownerReferences?: readonly { readonly uid: string }[] }
  return ownerReferences.some((owner) => owner.uid === uid)
}

/** The hash that the controller gives to pods of the present template of a DaemonSet; undefined before it has looked. */
export function currentHash(revisions: readonly ObjectBody[], daemonSetUid: string): string | undefined {
  const own: readonly Revision[] = revisions.filter((revision) => belongsTo(revision, daemonSetUid))
  const [newest] = own.toSorted((a, b) => (b.revision ?? 0) - (a.revision ?? 0))
  return newest?.metadata.labels?.[revisionLabel]
}

/** Whether a pod was made from another template than the present one. A resize does not make it so. */
export const isOutdated = ({ metadata }: Pod, hash: string): boolean => metadata.labels?.[revisionLabel] !== hash
