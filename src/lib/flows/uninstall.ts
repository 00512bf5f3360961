import { Failure } from '../errors.ts'
import { balloon, defaultNamespace } from '../names.ts'
import type { Cluster, DryRunMode, Limits, ObjectBody } from '../ports.ts'
import type { Amounts } from '../sizing/amounts.ts'
import { installObjects } from '../sizing/manifests.ts'
import { floor } from '../sizing/size.ts'
import { deadline } from './deadline.ts'
import { isOurs } from './install.ts'
import { measureNodes } from './measure-nodes.ts'
import type { SizingWorld } from './settle.ts'

export interface UninstallPlan {
  /** Ours, in the order in which they go. */
  readonly remove: readonly ObjectBody[]
  /** What stays although it bears a name of ours, and why. */
  readonly keep: readonly string[]
  /** By node: capacity that re-appears there. Only nodes that are smaller than they could be. */
  readonly reappears: readonly { readonly node: string; readonly amounts: Amounts }[]
}

export async function planUninstall(cluster: Cluster, limits: Limits): Promise<UninstallPlan> {
  const { namespace } = cluster.balloons
  const wanted = installObjects({
    namespace,
    image: '',
    allNodes: false,
    createNamespace: namespace !== defaultNamespace,
  })
  const live = (await Promise.all(wanted.map((object) => cluster.objects.read(object, limits)))).filter(
    (it) => it !== undefined,
  )
  const ours = live.filter(isOurs).toReversed()
  const keep = live
    .filter((object) => !isOurs(object))
    .map(({ kind, metadata }) => `${kind} ${metadata.name} is not ours`)
  const others = await othersIn(cluster, namespace, limits)
  const remove = ours.filter(({ kind }) => kind !== 'Namespace' || others.length === 0)
  if (remove.length < ours.length)
    keep.push(`Namespace ${namespace} has other pods in it: ${others.slice(0, 3).join(', ')}`)
  return { remove, keep, reappears: await capacityOf(cluster, limits) }
}

async function othersIn(cluster: Cluster, namespace: string, limits: Limits): Promise<string[]> {
  if (namespace === defaultNamespace) return []
  const pods = await cluster.objects.list({ apiVersion: 'v1', kind: 'Pod', namespace }, limits)
  return pods
    .filter(({ metadata }) => metadata.labels?.[balloon.podLabel.key] === undefined)
    .map(({ metadata }) => metadata.name)
}

async function capacityOf(cluster: Cluster, limits: Limits): Promise<UninstallPlan['reappears']> {
  const nodes = await measureNodes(cluster, undefined, limits)
  return nodes
    .filter(({ balloon: { cpu, memory } }) => cpu > floor.cpu || memory > floor.memory)
    .map(({ node, balloon: held }) => ({ node: node.name, amounts: held }))
}

/** Milliseconds between looks at the balloons that are still there. */
const interval = 250

/** Walk the plan, and wait until the balloons are gone: only then has the capacity re-appeared. */
export async function applyUninstall(
  world: SizingWorld,
  { plan, dryRun, timeoutMs }: { plan: UninstallPlan; dryRun: DryRunMode; timeoutMs: number },
  limits: Limits,
): Promise<void> {
  if (dryRun === 'client') return
  for (const object of plan.remove) {
    limits.signal.throwIfAborted()
    await world.cluster.objects.remove(object, dryRun, limits)
    if (object.kind === 'DaemonSet' && dryRun === 'none')
      await balloonsGone(world, { uid: object.metadata.uid, timeoutMs }, limits)
  }
}

async function balloonsGone(
  { cluster, clock }: SizingWorld,
  { uid, timeoutMs }: { uid: string | undefined; timeoutMs: number },
  limits: Limits,
): Promise<void> {
  const limit = deadline(clock, timeoutMs, limits.signal)
  try {
    while (!limit.signal.aborted) {
      const balloons = await cluster.balloons.list(limits)
      if (!balloons.some(({ metadata }) => metadata.ownerReferences?.some((owner) => owner.uid === uid))) return
      await clock.sleep(interval, limit.signal).catch(() => undefined)
    }
  } finally {
    limit.cancel()
  }
  limits.signal.throwIfAborted()
  throw new Failure('timeout', 'the DaemonSet is deleted, but some balloons are still there', {
    suggestions: ['the kubelets of their nodes may be down; run nodesize uninstall again to remove the rest'],
  })
}
