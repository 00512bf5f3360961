import type { ObjectBody } from '../../api/object.ts'
import { Failure } from '../../failure.ts'
import { balloon, defaultNamespace } from '../../names.ts'
import type { Cluster } from '../../ports/cluster.ts'
import type { DryRunMode, Limits } from '../../ports/limits.ts'
import type { Amounts } from '../../sizing/amounts.ts'
import { installObjects } from '../../sizing/manifests.ts'
import { floor } from '../../sizing/size.ts'
import { together } from '../together.ts'
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
  const createNamespace = namespace === defaultNamespace ? 'no' : 'owned'
  const wanted = installObjects({ namespace, image: '', allNodes: false, createNamespace })
  const live = await together(wanted.map((object) => cluster.objects.read(object, limits)))
  const elsewhere = await otherInstallations(cluster, limits)
  const tenants = createNamespace === 'no' ? [] : await tenantsOf(cluster, limits)
  const judged = live
    .filter((object) => object !== undefined)
    .toReversed()
    .map((object) => ({ object, reason: reasonToKeep(object, { elsewhere, tenants }) }))
  return {
    remove: judged.filter(({ reason }) => reason === undefined).map(({ object }) => object),
    keep: judged.flatMap(({ object: { kind, metadata }, reason }) =>
      reason ? [`${kind} ${metadata.name} ${reason}`] : [],
    ),
    reappears: await capacityOf(cluster, limits),
  }
}

interface Circumstances {
  /** Namespaces with another installation of ours. */
  readonly elsewhere: readonly string[]
  /** What else is in the namespace. */
  readonly tenants: readonly string[]
}

function reasonToKeep(object: ObjectBody, { elsewhere, tenants }: Circumstances): string | undefined {
  if (!isOurs(object)) return 'is not ours'
  if (object.kind === 'Namespace' && tenants.length > 0) return `is in use: ${tenants.slice(0, 3).join(', ')}`
  const shared = object.kind !== 'Namespace' && object.metadata.namespace === undefined
  if (shared && elsewhere.length > 0) return `is needed by nodesize in namespace ${elsewhere.join(', ')}`
  return undefined
}

async function otherInstallations(cluster: Cluster, limits: Limits): Promise<string[]> {
  const all = await cluster.objects.list({ apiVersion: 'apps/v1', kind: 'DaemonSet' }, limits)
  return all
    .filter((object) => object.metadata.name === balloon.daemonSet && isOurs(object))
    .map(({ metadata }) => metadata.namespace ?? '')
    .filter((namespace) => namespace !== cluster.balloons.namespace)
}

/** What people keep in namespaces. */
const kept = ['Pod', 'ConfigMap', 'Secret', 'PersistentVolumeClaim', 'Service'] as const
/** In every namespace, without anybody's doing. */
const everywhere = 'kube-root-ca.crt'

/** What would be lost with the namespace; what may not be looked at counts as something. */
async function tenantsOf(cluster: Cluster, limits: Limits): Promise<string[]> {
  const { namespace } = cluster.balloons
  const found = await together(
    kept.map(async (kind) => {
      try {
        const objects = await cluster.objects.list({ apiVersion: 'v1', kind, namespace }, limits)
        return objects.filter(isTenant).map(({ metadata }) => `${kind} ${metadata.name}`)
      } catch (error) {
        if (error instanceof Failure && error.code === 'refused') return [`${kind}s, which you may not list`]
        throw error
      }
    }),
  )
  return found.flat()
}

const isTenant = ({ metadata: { name, labels } }: ObjectBody): boolean =>
  name !== everywhere && labels?.[balloon.podLabel.key] === undefined

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
