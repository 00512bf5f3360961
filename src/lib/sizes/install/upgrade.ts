import type { ObjectBody } from '../../api/object.ts'
import type { Pod } from '../../api/pod.ts'
import { revisionLabel } from '../../api/pod.ts'
import { concurrently } from '../../cluster/concurrently.ts'
import { Failure } from '../../message/failure.ts'
import type { Limits } from '../../ports/limits.ts'
import { isBalloon, nodeOf } from '../model/balloon.ts'
import type { Installation } from '../model/installation.ts'
import type { Cluster } from '../ports/cluster.ts'
import { type Held, heldBy } from './held.ts'
import { type InstallPlan, type InstallRequest, planInstall } from './install.ts'
import { InstallRightMissing } from './install-messages.ts'
import { refuseOn } from './preflight.ts'
import type { Replacement } from './replace-balloon.ts'
import { NothingToUpgrade } from './upgrade-messages.ts'

export interface UpgradePlan {
  readonly install: InstallPlan
  readonly installed: Installation
  /** Balloons with an old template, by node. */
  readonly replacements: readonly Replacement[]
  /** What those hold that are replaced. */
  readonly held: readonly Held[]
  readonly warnings: InstallPlan['warnings']
}

/**
 * What differs between an installation and what this nodesize would write, and which balloons have an old template. Reads
 * and decides; writes nothing. Rejects with Failure 'refused' when nothing is installed, when a newer nodesize has
 * installed it, and when a right is missing.
 */
export async function planUpgrade(cluster: Cluster, desired: InstallRequest, limits: Limits): Promise<UpgradePlan> {
  await refuseMissing(cluster, limits)
  const install = await planInstall(cluster, desired, limits)
  const { installed, templateDiffers } = install
  const { namespace } = cluster.balloons
  if (installed === undefined) throw new Failure('refused', NothingToUpgrade({ namespace }))
  const [{ pods }, buckets, revisions] = await concurrently([
    cluster.balloons.list(limits),
    cluster.desiredSizes.list(limits),
    cluster.objects.list({ apiVersion: 'apps/v1', kind: 'ControllerRevision', namespace }, limits),
  ])
  const desiredSizes = new Map(buckets.flatMap((bucket) => [...bucket.desiredSizes]))
  const hash = templateDiffers ? undefined : currentHash(revisions, installed.daemonSetUid)
  const released = new Set(install.released.map(({ node }) => node))
  const outdated = pods
    .filter((pod) => isBalloon(pod, installed) && pod.metadata.deletionTimestamp === undefined)
    .filter((pod) => !released.has(nodeOf(pod) ?? ''))
    .filter((pod) => templateDiffers || (hash !== undefined && isOutdated(pod, hash)))
  const replacements = outdated.map((pod) => {
    const node = nodeOf(pod) ?? ''
    return { node, uid: pod.metadata.uid, stored: desiredSizes.get(node) }
  })
  const isKept = ({ reason }: InstallPlan['warnings'][number]): boolean => reason !== 'BalloonsKeepOldTemplate'
  return {
    install,
    installed,
    replacements: replacements.toSorted((a, b) => (a.node < b.node ? -1 : 1)),
    held: heldBy(outdated, installed),
    warnings: install.warnings.filter(isKept),
  }
}

/** Beyond those of install: all at once. */
async function refuseMissing({ access, balloons: { namespace } }: Cluster, limits: Limits): Promise<void> {
  const asked = [
    { verb: 'delete', kind: { apiVersion: 'v1', kind: 'Pod', namespace } },
    { verb: 'patch', kind: { apiVersion: 'v1', kind: 'Node' } },
  ] as const
  const answers = await concurrently(asked.map(({ verb, kind }) => access.may(verb, kind, limits)))
  const denied = asked.filter((_, i) => !answers[i])
  refuseOn(
    denied.map(({ verb, kind }) =>
      InstallRightMissing({
        verb,
        subject: { kind: kind.kind, name: '', namespace: 'namespace' in kind ? kind.namespace : undefined },
      }),
    ),
  )
}

/** The DaemonSet among the objects of a plan. */
export const daemonSetIn = ({ steps }: InstallPlan): ObjectBody =>
  steps.find(({ object }) => object.kind === 'DaemonSet')!.object

interface Revision extends ObjectBody {
  readonly revision?: number
}

const belongsTo = ({ metadata }: ObjectBody, uid: string): boolean => {
  const { ownerReferences = [] } = metadata as { readonly ownerReferences?: readonly { readonly uid: string }[] }
  return ownerReferences.some((owner) => owner.uid === uid)
}

/** The hash that the controller gives to pods of the present template of a DaemonSet; undefined before it has looked. */
function currentHash(revisions: readonly ObjectBody[], daemonSetUid: string): string | undefined {
  const own: readonly Revision[] = revisions.filter((revision) => belongsTo(revision, daemonSetUid))
  const [newest] = own.toSorted((a, b) => (b.revision ?? 0) - (a.revision ?? 0))
  return newest?.metadata.labels?.[revisionLabel]
}

/** Whether a pod was made from another template than the present one. A resize does not make it so. */
const isOutdated = ({ metadata }: Pod, hash: string): boolean => metadata.labels?.[revisionLabel] !== hash
