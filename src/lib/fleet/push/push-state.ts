import type { Node } from '../../api/node.ts'
import { concurrently } from '../../cluster/concurrently.ts'
import { audiencesOf, type Documents } from '../../documents/precedence.ts'
import { configMapName, type Target } from '../../documents/target.ts'
import type { Limits } from '../../ports/limits.ts'
import { type Outcome, orThrow, settle, unlessRefused } from '../../ports/outcomes.ts'
import { type Inspect, inspectOnce } from '../change/inspect.ts'
import { observe } from '../change/observe.ts'
import { type RunningOn, runningOn } from '../change/running.ts'
import type { Cluster } from '../cluster.ts'
import type { AssignedFiles } from './push-files.ts'

/** The stored documents, and which node gets which document after all writes. */
export interface PushState {
  /** By the name of the ConfigMap. */
  readonly remembered: ReadonlyMap<string, number>
  /** The numbers in the history, ascending; by the name of the ConfigMap. */
  readonly recorded: ReadonlyMap<string, readonly number[]>
  readonly documents: Documents
  readonly nodes: readonly Node[]
  /** By the name of the ConfigMap. */
  readonly audiences: ReadonlyMap<string, readonly Node[]>
  readonly inspect: Inspect
  /** What the kubelets of these nodes run. */
  readonly running: RunningOn
  /** The name of the user at the API server. */
  readonly by: Outcome<string>
}

/**
 * Reads the cluster for these files; undefined when their problems are all there is to say: no document can be used, or
 * the cluster cannot be read.
 */
export async function readState(
  cluster: Cluster,
  { documents, problems }: AssignedFiles,
  limits: Limits,
): Promise<PushState | undefined> {
  if (documents.length === 0) return undefined
  const targets = documents.flatMap((document) => document.targets)
  const { value, failure } = await settle(stateFor(cluster, targets, limits))
  if (failure !== undefined && (failure.code === 'interrupted' || problems.length === 0)) throw failure
  return value
}

async function stateFor(cluster: Cluster, targets: readonly Target[], limits: Limits): Promise<PushState> {
  const [only] = targets.length === 1 ? targets : []
  const [observed, remembered, recorded, by] = await concurrently([
    observe(cluster, targets, limits),
    cluster.documents.lastRevisions(limits),
    unlessRefused(cluster.history.numbers(only, limits)),
    settle(cluster.access.whoAmI(limits)),
  ])
  const { documents } = observed
  const nodes = orThrow(observed.nodes)
  const audiences = audiencesOf(new Set([...documents.keys(), ...targets.map(configMapName)]), nodes)
  const inspect = inspectOnce()
  const reached = [...new Set(targets.flatMap((target) => audiences.get(configMapName(target)) ?? []))]
  const running = await runningOn(cluster, reached, { documents, inspect }, limits)
  return { remembered, recorded: recorded.value ?? new Map(), documents, nodes, audiences, inspect, running, by }
}
