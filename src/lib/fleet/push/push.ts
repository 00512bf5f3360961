import { concurrently } from '../../cluster/concurrently.ts'
import type { Limits } from '../../ports/limits.ts'
import { balloonsInTheWay } from '../change/balloons-in-the-way.ts'
import type { Cluster } from '../cluster.ts'
import { rolloutNotes, seeRollout } from '../rollout/rollout-notes.ts'
import { decidePush } from './decide-push.ts'
import { firstDocuments } from './first-documents.ts'
import { impactsOf } from './impacts.ts'
import { assignFiles } from './push-files.ts'
import type { PushPlan, PushRequest } from './push-plan.ts'
import { readState } from './push-state.ts'

/**
 * Reads and decides; writes nothing. A dry run prints this plan, a push applies it. Everything is decided for the state
 * after all writes: a document of a node hides a global document of the same plan. Rejects with all problems of all
 * files; when no file is usable, no request is sent.
 */
export async function planPush(cluster: Cluster, request: PushRequest, limits: Limits): Promise<PushPlan> {
  const files = await assignFiles(request, cluster.documents.namespace)
  const isGlobal = files.documents.some(({ targets }) => targets.some(({ kind }) => kind === 'global'))
  const [state, seen] = await concurrently([
    readState(cluster, files, limits),
    isGlobal ? seeRollout(cluster, limits) : Promise.resolve(undefined),
  ])
  const { plan, first } = await decidePush(files, state, request)
  const balloons = await balloonsInTheWay(cluster, plan.steps, limits)
  const agents = await firstDocuments(cluster, { documents: first, acceptedRisks: plan.acceptedRisks }, limits)
  const impacts = await impactsOf(cluster, plan, limits)
  const global = plan.steps.find(({ target, effect }) => target.kind === 'global' && effect === 'changes')
  const waits = seen === undefined || global === undefined ? [] : rolloutNotes(seen, global.nodes.length)
  return {
    ...plan,
    steps: impacts.steps,
    refusal: impacts.refusal,
    notes: [...plan.notes, ...impacts.notes, ...waits],
    warnings: [...plan.warnings, ...impacts.warnings, ...balloons, ...agents],
  }
}
