import type { ObjectBody, ObjectKind } from '../../api/object.ts'
import { concurrently } from '../../cluster/concurrently.ts'
import { Failure } from '../../message/failure.ts'
import { balloon, defaultNamespace, desired } from '../../names.ts'
import { floor } from '../../pods/amounts.ts'
import { poll } from '../../ports/deadline.ts'
import type { DryRunMode, Limits } from '../../ports/limits.ts'
import { bucketIn } from '../desired/size-bucket.ts'
import { installObjects, installStages } from '../manifests/manifests.ts'
import { installationOf, labelledNodes } from '../model/installation.ts'
import { InstalledElsewhere } from '../model/size-messages.ts'
import type { Cluster, OpenCluster, SizingWorld } from '../ports/cluster.ts'
import { installedElsewhere, isOurs } from '../resize/installations.ts'
import { type Held, heldBy } from './held.ts'
import {
  BalloonsLeft,
  type InstallFact,
  type KeepFact,
  LeaseLeft,
  MachinesForgotten,
  NamespaceInUse,
  NeededElsewhere,
  NothingInstalled,
  NotMadeByInstall,
  ReconcilerLeads,
  ReconcilerLeft,
  type Tenant,
} from './install-messages.ts'
import { subjectOf } from './preflight.ts'
import { type ReconcilerSeen, readReconciler } from './reconciler-seen.ts'

export interface UninstallPlan {
  /** Objects of nodesize, in the order of deletion. */
  readonly remove: readonly ObjectBody[]
  /** Why objects with a name of nodesize are kept. */
  readonly keep: readonly KeepFact[]
  /** By node: the capacity that will be returned. Only nodes that are not at full size. */
  readonly released: readonly Held[]
  /** Nodes whose desired sizes will be deleted. */
  readonly forgotten: readonly string[]
  readonly notes: readonly InstallFact[]
  readonly warnings: readonly InstallFact[]
}

/** Reads and decides; writes nothing. Rejects with Failure 'refused' when only other namespaces have an installation. */
export async function planUninstall(cluster: OpenCluster, limits: Limits): Promise<UninstallPlan> {
  const { namespace } = cluster.balloons
  const createNamespace = namespace === defaultNamespace ? 'no' : 'owned'
  const wanted = installObjects({ namespace, image: '', nodeSelector: labelledNodes, createNamespace })
  const [live, elsewhere, tenants, { pods }, reconciler] = await concurrently([
    concurrently(wanted.map((object) => cluster.objects.read(object, limits))),
    installedElsewhere(cluster, limits),
    createNamespace === 'no' ? Promise.resolve([]) : tenantsOf(cluster, limits),
    cluster.balloons.list(limits),
    readReconciler(cluster, limits),
  ])
  const found = live.filter((object) => object !== undefined).toReversed()
  const decided = found.map((object) => ({ object, fact: whyKept(object, { elsewhere, tenants }) }))
  const daemonSet = found.find(({ kind }) => kind === 'DaemonSet')
  const installation = daemonSet && installationOf(daemonSet, namespace)
  const remove = decided.filter(({ fact }) => fact === undefined).map(({ object }) => object)
  if (remove.length === 0 && elsewhere.length > 0)
    throw new Failure('refused', InstalledElsewhere({ namespaces: elsewhere }))
  return {
    remove,
    keep: decided.flatMap(({ fact }) => fact ?? []),
    forgotten: remove.flatMap((object) => [...(bucketIn(object)?.desiredSizes.keys() ?? [])]).sort(),
    released: installation === undefined ? [] : heldBy(pods, installation).filter(isMoreThanFloor),
    notes: remove.length === 0 ? [NothingInstalled({ namespace })] : [],
    warnings: remove.length === 0 ? [] : [...warningsOn(reconciler), ...ofMachines(remove)],
  }
}

/** It is applied from manifests, and deleted with them: with its rights, which uninstall does not take (ADR 30). */
function warningsOn({ bound, lease, leftIn }: ReconcilerSeen): readonly InstallFact[] {
  const { holderIdentity: holder = '', renewTime: renewedAt } = lease.value?.spec ?? {}
  const namespace = bound.value
  return [
    ...(holder === '' ? [] : [ReconcilerLeads({ holder, renewedAt })]),
    ...(namespace === undefined ? [] : [ReconcilerLeft({ namespace })]),
    ...(leftIn === undefined ? [] : [LeaseLeft({ namespace: leftIn })]),
  ]
}

/** Without their balloons, pods can request more than these machines may have. */
function ofMachines(remove: readonly ObjectBody[]): readonly InstallFact[] {
  const nodes = remove.flatMap((object) => [...(bucketIn(object)?.machines.keys() ?? [])]).sort()
  return nodes.length === 0 ? [] : [MachinesForgotten({ nodes })]
}

const isMoreThanFloor = ({ amounts: { cpu, memory } }: Held): boolean => cpu > floor.cpu || memory > floor.memory

interface Circumstances {
  /** Other namespaces with an installation of nodesize. */
  readonly elsewhere: readonly string[]
  /** Other objects in the namespace. */
  readonly tenants: readonly Tenant[]
}

function whyKept(object: ObjectBody, { elsewhere, tenants }: Circumstances): KeepFact | undefined {
  const subject = subjectOf(object)
  if (!isOurs(object)) return NotMadeByInstall({ subject })
  if (object.kind === 'Namespace') return tenants.length > 0 ? NamespaceInUse({ subject, tenants }) : undefined
  const isShared = object.metadata.namespace === undefined
  return isShared && elsewhere.length > 0 ? NeededElsewhere({ subject, namespaces: elsewhere }) : undefined
}

/** Kinds of objects that users keep in namespaces. */
const kept = ['Pod', 'ConfigMap', 'Secret', 'PersistentVolumeClaim', 'Service'] as const
/** Kubernetes creates it in every namespace. */
const everywhere = 'kube-root-ca.crt'

/** What would be lost with the namespace. A kind that may not be listed counts as an object. */
async function tenantsOf(cluster: Cluster, limits: Limits): Promise<readonly Tenant[]> {
  const { namespace } = cluster.balloons
  return (
    await concurrently(kept.map((kind) => tenantsOfKind(cluster, { apiVersion: 'v1', kind, namespace }, limits)))
  ).flat()
}

async function tenantsOfKind(cluster: Cluster, kind: ObjectKind, limits: Limits): Promise<readonly Tenant[]> {
  try {
    const objects = await cluster.objects.list(kind, limits)
    return objects.filter(isTenant).map(({ metadata: { name } }) => ({ kind: kind.kind, name }))
  } catch (error) {
    if (error instanceof Failure && error.code === 'refused') return [{ kind: kind.kind }]
    throw error
  }
}

const isTenant = ({ metadata: { name, labels = {} } }: ObjectBody): boolean =>
  name !== everywhere && !(balloon.podLabel.key in labels) && !(desired.label.key in labels)

/**
 * Applies the plan: the balloons first, and waits until they are deleted, because only then is the capacity returned; the
 * namespace last.
 */
export async function applyUninstall(
  world: SizingWorld,
  { plan, dryRun, timeoutMs }: { plan: UninstallPlan; dryRun: DryRunMode; timeoutMs: number },
  limits: Limits,
): Promise<void> {
  if (dryRun === 'client') return
  for (const stage of installStages(plan.remove).toReversed()) {
    limits.signal.throwIfAborted()
    await concurrently(stage.map((object) => world.cluster.objects.remove(object, dryRun, limits)))
    const daemonSet = stage.find(({ kind }) => kind === 'DaemonSet')
    if (daemonSet !== undefined && dryRun === 'none')
      await balloonsGone(world, { uid: daemonSet.metadata.uid, timeoutMs }, limits)
  }
}

async function balloonsGone(
  { cluster, clock }: SizingWorld,
  { uid, timeoutMs }: { uid: string | undefined; timeoutMs: number },
  limits: Limits,
): Promise<void> {
  const gone = await poll({ clock, timeoutMs, signal: limits.signal }, async () => {
    const { pods } = await cluster.balloons.list(limits)
    const isLeft = pods.some(({ metadata }) => metadata.ownerReferences?.some((owner) => owner.uid === uid))
    return isLeft ? undefined : 'gone'
  })
  if (gone === undefined) throw new Failure('timeout', BalloonsLeft())
}
