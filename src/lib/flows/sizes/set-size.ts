import type { Pod } from '../../api/pod.ts'
import { Failure } from '../../failure.ts'
import type { DryRunMode, Limits } from '../../ports/limits.ts'
import type { Amounts } from '../../sizing/amounts.ts'
import type { NodeSize } from '../../sizing/node-size.ts'
import { planResize, type ResizeStep } from '../../sizing/plan.ts'
import { requestsOf } from '../../sizing/requests.ts'
import type { Requests } from '../../sizing/resize.ts'
import type { SizeRequest } from '../../sizing/size.ts'
import { conclude } from './conclude.ts'
import { dryRunResize } from './dry-run-resize.ts'
import { measureNode } from './measure-nodes.ts'
import { awaitReplacement } from './replacement.ts'
import { sendResize } from './send-resize.ts'
import { type SizingWorld, settle } from './settle.ts'

export interface SetSizeRequest {
  readonly node: string
  readonly size: SizeRequest
  /** Milliseconds to wait for the kubelet. */
  readonly timeoutMs: number
  readonly dryRun: DryRunMode
}

export interface SizeChange {
  readonly node: string
  readonly outcome: 'unchanged' | 'resized' | 'planned'
  readonly before: Amounts
  readonly after: Amounts
  readonly balloon?: { readonly pod: string; readonly from: Requests; readonly to: Requests }
  readonly warning?: string
}

/** The balloon was replaced meanwhile. What the size was meant to be does not depend on the new one. */
type Lost = { readonly outcome: 'lost'; readonly size: SizeRequest }

/**
 * Give one node a size, or fail and leave it as it was. Never disturbs a running pod. If the balloon is replaced
 * meanwhile, the size goes to the new one, once.
 */
export async function setSize(world: SizingWorld, request: SetSizeRequest, limits: Limits): Promise<SizeChange> {
  let { size } = request
  for (const last of [false, true]) {
    const measured = await measureNode(world.cluster, request.node, limits)
    const change = await attempt(world, { measured, request: { ...request, size } }, limits)
    if (change.outcome !== 'lost') return change
    size = change.size
    if (!last) await awaitReplacement(world, request, limits)
  }
  throw new Failure('conflict', `the balloon of node '${request.node}' is being replaced again and again`, {
    suggestions: ['look at its events, then try again'],
  })
}

type Attempt = { readonly measured: NodeSize; readonly request: SetSizeRequest }

async function attempt(world: SizingWorld, { measured, request }: Attempt, limits: Limits): Promise<SizeChange | Lost> {
  const plan = planResize(measured, request.size)
  const { size } = measured
  const unchanged: SizeChange = { node: request.node, outcome: 'unchanged', before: size, after: size }
  switch (plan.verb) {
    case 'refuse':
      throw plan.failure
    case 'unchanged':
      return unchanged
    case 'wait':
      if (request.dryRun !== 'none') return unchanged
      return (await isGranted(world, { ...plan, timeoutMs: request.timeoutMs }, limits)) ? unchanged : lost(size)
    case 'resize':
      return walk(world, { step: plan, request }, limits)
  }
}

const lost = ({ cpu, memory }: Amounts): Lost => ({
  outcome: 'lost',
  size: { cpu: { kind: 'amount', amount: cpu }, memory: { kind: 'amount', amount: memory } },
})

async function walk(
  world: SizingWorld,
  { step, request }: { step: ResizeStep; request: SetSizeRequest },
  limits: Limits,
): Promise<SizeChange | Lost> {
  const { before, after, from, to } = step
  const balloon = { pod: step.pod.metadata.name, from, to }
  const planned: SizeChange = { node: request.node, outcome: 'planned', before, after, balloon }
  if ((await dryRunResize(world, { step, mode: request.dryRun }, limits)) === 'ends') return planned
  limits.signal.throwIfAborted()
  const pod = await sendResize(world, step, limits)
  const settled = await settle(world, watched(pod, to, request.timeoutMs), limits)
  const conclusion = await conclude(world, { step, pod, settled })
  return conclusion === 'lost' ? lost(after) : { ...planned, outcome: 'resized', ...conclusion }
}

/** Somebody asked for the very same size before: wait with them, but take nothing back that is theirs. */
async function isGranted(
  world: SizingWorld,
  { pod, requests, timeoutMs }: { pod: Pod; requests: Requests; timeoutMs: number },
  limits: Limits,
): Promise<boolean> {
  const settled = await settle(world, watched(pod, requests, timeoutMs), limits)
  switch (settled.kind) {
    case 'accepted':
      return true
    case 'lost':
    case 'superseded':
      return false
    case 'deferred':
    case 'infeasible':
      throw new Failure('refused', `asked for before, and does not fit: ${settled.message}`)
    case 'silent':
      throw new Failure('timeout', `asked for before, not confirmed: ${settled.why}`)
    case 'interrupted':
      throw new Failure('interrupted', 'interrupted; nothing was changed')
    case 'broken':
      throw settled.failure
  }
}

const watched = (pod: Pod, to: Requests, timeoutMs: number) => ({
  pod: pod.metadata.name,
  expectation: {
    uid: pod.metadata.uid,
    generation: pod.metadata.generation ?? 0,
    requests: requestsOf(pod) ?? to,
  },
  timeoutMs,
})
