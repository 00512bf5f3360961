import { type Assessment, assessForAll } from '../config/change/assess.ts'
import type { RiskyKind } from '../config/change/kind.ts'
import { globalTarget, type Target } from '../config/target.ts'
import type { Cluster, DryRunMode, Limits, StoredDocument } from '../ports.ts'
import type { Node } from '../sizing/objects.ts'
import { refuseRisks } from './accept-risk.ts'
import { audienceOf } from './audience.ts'
import { inspect } from './inspect.ts'
import { forEachTarget, type Outcome } from './outcome.ts'
import { releasesOfNodes } from './releases-of-nodes.ts'

export type Fallback = 'global' | 'on-disk or flags'

export interface DeleteStep {
  readonly target: Target
  /** What is deleted; undefined: there is nothing, and nothing to do. */
  readonly stored: StoredDocument | undefined
  /** Where its nodes look next. */
  readonly fallback: Fallback
  readonly nodes: readonly string[]
  /** What it costs the nodes to fall back; undefined when it is not known to what. */
  readonly assessment: Assessment | undefined
}

/** Read and decide, and delete nothing. */
export async function planDelete(
  cluster: Cluster,
  { targets, acceptedRisks }: { targets: readonly Target[]; acceptedRisks: readonly RiskyKind[] },
  limits: Limits,
): Promise<readonly DeleteStep[]> {
  const global = await cluster.documents.read(globalTarget, limits)
  const steps: DeleteStep[] = []
  for (const target of targets) {
    const stored = target.kind === 'global' ? global : await cluster.documents.read(target, limits)
    const { nodes } = await audienceOf(cluster, target, limits)
    steps.push({
      target,
      stored,
      fallback: target.kind === 'node' && global !== undefined ? 'global' : 'on-disk or flags',
      nodes: nodes.map((node) => node.name),
      assessment: target.kind === 'node' ? await assessFall({ stored, global, nodes }) : undefined,
    })
  }
  refuseRisks(steps, acceptedRisks)
  return steps
}

type Fall = { stored: StoredDocument | undefined; global: StoredDocument | undefined; nodes: readonly Node[] }

/** From a node's own document to the global one. */
async function assessFall({ stored, global, nodes }: Fall): Promise<Assessment | undefined> {
  const [before, after] = [stored && (await inspect(stored)).document, global && (await inspect(global)).document]
  if (before === undefined || after === undefined) return undefined
  return assessForAll(releasesOfNodes(nodes).found, { before, after })
}

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
