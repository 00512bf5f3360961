import type { Node } from '../../api/node.ts'
import type { ObjectBody } from '../../api/object.ts'
import { Failure } from '../../failure.ts'
import { balloon, defaultNamespace } from '../../names.ts'
import type { Cluster } from '../../ports/cluster.ts'
import type { DryRun, Limits } from '../../ports/limits.ts'
import { canResizePods, leastKubelet } from '../../sizing/kubelet-release.ts'
import { type InstallOptions, installObjects } from '../../sizing/manifests.ts'
import { together } from '../together.ts'
import { preflight, refuseOn } from './preflight.ts'

export interface InstallStep {
  readonly object: ObjectBody
  readonly action: 'create' | 'configure' | 'unchanged'
}

export interface InstallPlan {
  readonly steps: readonly InstallStep[]
  readonly warnings: readonly string[]
}

/** Read and decide, and write nothing. Refuses a class or DaemonSet of our name that we did not make. */
export async function planInstall(
  cluster: Cluster,
  options: Omit<InstallOptions, 'createNamespace'>,
  limits: Limits,
): Promise<InstallPlan> {
  const owned = await isNamespaceOurs(cluster, options.namespace, limits)
  const objects = installObjects({ ...options, createNamespace: owned ? 'owned' : 'no' })
  const checked = await preflight(cluster, objects, limits)
  const live = await together(objects.map((object) => cluster.objects.read(object, limits)))
  const foreign = live.filter((found) => found !== undefined && !isOurs(found)).map(foreignProblem)
  refuseOn({ ...checked, problems: [...checked.problems, ...foreign] })
  const steps: InstallStep[] = []
  for (const [i, object] of objects.entries()) steps.push(await planStep(cluster, { object, live: live[i] }, limits))
  const [nodes, balloons] = await together([cluster.nodes.list({}, limits), cluster.balloons.list(limits)])
  const stale = balloons.length > 0 ? steps.flatMap(staleBalloons) : []
  return { steps, warnings: [...checked.warnings, ...stale, ...nodeWarnings(nodes, options)] }
}

/** What install would make, without asking a cluster. Whose the namespace is cannot be known, so it is not claimed. */
export function planOffline(options: Omit<InstallOptions, 'createNamespace'>): InstallPlan {
  const objects = installObjects({
    ...options,
    createNamespace: options.namespace === defaultNamespace ? 'no' : 'plain',
  })
  return { steps: objects.map((object) => ({ object, action: 'create' })), warnings: [] }
}

/** A namespace that is not there will be ours; one that somebody else made never is. */
async function isNamespaceOurs(cluster: Cluster, name: string, limits: Limits): Promise<boolean> {
  if (name === defaultNamespace) return false
  const found = await cluster.objects.read({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }, limits)
  return found === undefined || isOurs(found)
}

export const isOurs = ({ metadata }: ObjectBody): boolean =>
  metadata.labels?.[balloon.ownerLabel.key] === balloon.ownerLabel.value

function foreignProblem(object: ObjectBody | undefined): string {
  const { key, value } = balloon.ownerLabel
  return `${object?.kind} ${object?.metadata.name} exists and is not ours (it lacks the label ${key}=${value})`
}

/** On whom a balloon would be, or be of no use. */
function nodeWarnings(nodes: readonly Node[], { allNodes }: Pick<InstallOptions, 'allNodes'>): string[] {
  const { key, value } = balloon.optInLabel
  const linux = nodes.filter(({ operatingSystem }) => operatingSystem === 'linux')
  const chosen = linux.filter(({ labels }) => allNodes || labels[key] === value)
  const old = chosen.filter(({ kubeletVersion }) => !canResizePods(kubeletVersion))
  return [
    ...(chosen.length > 0 || linux.length === 0
      ? []
      : [
          `0 of ${linux.length} linux nodes bear the label ${key}=${value}, so no node gets a balloon: kubectl label node NODE ${key}=${value}`,
        ]),
    ...old.map(
      ({ name, kubeletVersion }) =>
        `node '${name}' cannot be resized: its kubelet is ${kubeletVersion}, and ${leastKubelet} is needed`,
    ),
  ]
}

/** OnDelete: a new template must not cost a node its size. */
const staleBalloons = ({ object, action }: InstallStep): string[] =>
  object.kind === 'DaemonSet' && action === 'configure'
    ? ['balloons that exist keep their old template until they are deleted, and their size with it']
    : []

/** Whether anything would change, only the server can tell: it fills in defaults. */
async function planStep(
  cluster: Cluster,
  { object, live }: { object: ObjectBody; live: ObjectBody | undefined },
  limits: Limits,
): Promise<InstallStep> {
  if (live === undefined) return { object, action: 'create' }
  const result = await cluster.objects.apply(object, 'server', limits)
  return { object, action: sameContent(live, result) ? 'unchanged' : 'configure' }
}

const sameContent = (a: ObjectBody, b: ObjectBody): boolean =>
  JSON.stringify(contentOf(a)) === JSON.stringify(contentOf(b))

function contentOf({ metadata: { labels, annotations }, status: _, ...rest }: ObjectBody): unknown {
  return sorted({ ...rest, metadata: { labels, annotations } })
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}

/** Walk the plan, in order; the first failure ends it, and running it again goes on from there. */
export async function applyInstall(
  cluster: Cluster,
  { plan, dryRun }: { plan: InstallPlan; dryRun: DryRun },
  limits: Limits,
): Promise<void> {
  const created = plan.steps.some(({ object, action }) => object.kind === 'Namespace' && action === 'create')
  for (const { object, action } of plan.steps) {
    if (action === 'unchanged') continue
    // In a namespace that only exists in the dry run, the server cannot check anything.
    if (dryRun === 'server' && created && object.metadata.namespace !== undefined) continue
    limits.signal.throwIfAborted()
    await applyOne(cluster, { object, dryRun }, limits)
  }
}

async function applyOne(
  cluster: Cluster,
  { object, dryRun }: { object: ObjectBody; dryRun: DryRun },
  limits: Limits,
): Promise<void> {
  try {
    await cluster.objects.apply(object, dryRun, limits)
  } catch (cause) {
    if (!(cause instanceof Failure)) throw cause
    throw new Failure(cause.code, `${object.kind} ${object.metadata.name}: ${cause.message}`, {
      cause,
      suggestions: [...cause.suggestions, 'run nodesize install again: it goes on from there'],
    })
  }
}
