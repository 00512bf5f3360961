import type { RiskyKind } from '../config/change/kind.ts'
import { diff } from '../config/diff.ts'
import { globalTarget, type Target } from '../config/target.ts'
import type { Cluster, DryRunMode, Limits, StoredDocument } from '../ports.ts'
import type { Node } from '../sizing/objects.ts'
import { refuseRisks } from './accept-risk.ts'
import { audienceOf } from './audience.ts'
import { type ChangeForNodes, changeForNodes } from './change-for-nodes.ts'
import { type Inspection, inspect } from './inspect.ts'
import { forEachTarget, type Outcome } from './outcome.ts'
import { releasesOfNodes } from './releases-of-nodes.ts'

export type Fallback = 'global' | 'on-disk or flags'

/** What becomes of nodes that fall to the global document; of those that fall to their disks, only what they lose is known. */
type Fall = Pick<ChangeForNodes, 'changes' | 'assessment' | 'warnings'>

export interface DeleteStep extends Fall {
  readonly target: Target
  /** What is deleted; undefined: there is nothing, and nothing to do. */
  readonly stored: StoredDocument | undefined
  /** Where its nodes look next. */
  readonly fallback: Fallback
  readonly nodes: readonly string[]
}

/** Read and decide, and delete nothing. */
export async function planDelete(
  cluster: Cluster,
  { targets, acceptedRisks }: { targets: readonly Target[]; acceptedRisks: readonly RiskyKind[] },
  limits: Limits,
): Promise<readonly DeleteStep[]> {
  const stored = await cluster.documents.read(globalTarget, limits)
  const global = stored && (await inspect(stored))
  const steps: DeleteStep[] = []
  for (const target of targets) steps.push(await planStep(cluster, { target, global }, limits))
  refuseRisks(steps, acceptedRisks)
  return steps
}

type Intent = { target: Target; global: Inspection | undefined }

async function planStep(cluster: Cluster, { target, global }: Intent, limits: Limits): Promise<DeleteStep> {
  const isGlobal = target.kind === 'global'
  const stored = isGlobal ? global?.stored : await cluster.documents.read(target, limits)
  const { nodes } = await audienceOf(cluster, target, limits)
  const next = isGlobal ? undefined : global
  return {
    ...fallOf(stored && (await inspect(stored)), { next, nodes }),
    target,
    stored,
    fallback: next === undefined ? 'on-disk or flags' : 'global',
    nodes: nodes.map((node) => node.name),
  }
}

type Landing = { next: Inspection | undefined; nodes: readonly Node[] }

function fallOf(now: Inspection | undefined, { next, nodes }: Landing): Fall {
  if (now === undefined) return { changes: [], assessment: undefined, warnings: [] }
  if (next === undefined) return { changes: diff(now.document, undefined), assessment: undefined, warnings: [] }
  const { found, warnings } = releasesOfNodes(nodes)
  const change = changeForNodes({ now, nodes, after: { document: next.document, releases: found } })
  return { ...change, warnings: [...warnings, ...change.warnings, ...unusable(next)] }
}

const unusable = ({ stored, problem }: Inspection): string[] =>
  problem === undefined
    ? []
    : [`configmap/${stored.name} is unusable, so nodes that fall to it stay on what they run: ${problem}`]

/** Walk the plan. The revision is remembered before the document goes, so the next push counts on from there. */
export async function applyDelete(
  cluster: Cluster,
  { steps, dryRun }: { steps: readonly DeleteStep[]; dryRun: DryRunMode },
  limits: Limits,
): Promise<readonly Outcome<DeleteStep>[]> {
  if (dryRun === 'client') return steps.map((value) => ({ value }))
  return forEachTarget(steps, async (step) => {
    if (step.stored === undefined) return step
    limits.signal.throwIfAborted()
    const { revision } = step.stored.stamp
    if (revision !== undefined) await cluster.documents.rememberRevision(step.target, revision, dryRun, limits)
    await cluster.documents.remove(step.stored, dryRun, limits)
    return step
  })
}
