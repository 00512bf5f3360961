import type { Pod } from '../../api/pod.ts'
import { nodeSubject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import { balloon } from '../../names.ts'
import type { Requests } from '../../pods/requests.ts'
import type { Limits } from '../../ports/limits.ts'
import { lastResizer } from '../desired/last-resizer.ts'
import { resizableBalloon } from '../model/resizable.ts'
import { planResize } from '../plan/plan.ts'
import type { SizingWorld } from '../ports/cluster.ts'
import { applyPlan } from '../resize/apply-plan.ts'
import { executionOf } from '../resize/execution.ts'
import { revert } from '../resize/revert.ts'
import { measureNode } from '../resize/survey.ts'
import { BalloonReplacedMeanwhile, ProofOverrulesOther, ResizeProven, type SizeDoctorFact } from './doctor-messages.ts'

/** A resize by one millicore that a kubelet has granted, and that was undone. */
export type Proof = Extract<SizeDoctorFact, { reason: 'ResizeProven' }>

/**
 * Makes a node smaller by one millicore, waits for its kubelet, and undoes that, on every way out: Ctrl-C does not keep it
 * from that. The size that is stored for the node stays as it is. Rejects with the Failure of the resize.
 */
export async function proveResize(
  world: SizingWorld,
  { node, timeoutMs }: { readonly node: string; readonly timeoutMs: number },
  limits: Limits,
): Promise<Proof> {
  const { cluster, clock } = world
  const subject = nodeSubject(node)
  const measured = await measureNode(cluster, node, limits)
  const present = resizableBalloon(measured)
  if (present.verb === 'refuse') throw new Failure(present.code, present.fact)
  // A resize that is pending is somebody's.
  if (measured.why !== undefined) throw new Failure('refused', measured.why)
  refuseOverruling(present.pod, node)
  const size = { cpu: { kind: 'amount', amount: measured.size.cpu - 1n } } as const
  const plan = planResize(measured, size)
  const request = { size, timeoutMs, dryRun: 'none' } as const
  const execution = executionOf(world, timeoutMs, limits)
  const start = clock.monotonic()
  const change = await execution.undo.around(() => applyPlan(execution, { measured, plan }, request))
  const granted = clock.monotonic()
  if (change.outcome === 'lost' || plan.verb !== 'resize') throw replaced(node)
  await revert(world, { pod: withRequests(plan.pod, plan.to), backTo: plan.from })
  return ResizeProven({
    subject,
    grantedMs: Math.round(granted - start),
    undoneMs: Math.round(clock.monotonic() - granted),
  })
}

/** The reconciler leaves a balloon alone that another client has resized last. */
function refuseOverruling(pod: Pod, node: string): void {
  const resizer = lastResizer(pod)
  if (resizer === undefined || resizer.manager === balloon.fieldManager) return
  const { manager } = resizer
  throw new Failure('refused', ProofOverrulesOther({ subject: nodeSubject(node), manager }))
}

const replaced = (node: string): Failure =>
  new Failure('conflict', BalloonReplacedMeanwhile({ subject: nodeSubject(node) }))

/** The balloon as the resize has left it, by the same uid. */
const withRequests = (pod: Pod, { text }: Requests): Pod => ({
  ...pod,
  spec: {
    ...pod.spec,
    containers: pod.spec.containers.map((container) =>
      container.name === balloon.container
        ? {
            ...container,
            resources: { ...container.resources, requests: { ...container.resources?.requests, ...text } },
          }
        : container,
    ),
  },
})
