import { setTimeout as sleep } from 'node:timers/promises'
import type { ObjectBody } from '../../../src/lib/api/object.ts'
import type { OpenCluster } from '../../../src/lib/connect/cluster.ts'
import { connect } from '../../../src/lib/connect/connect.ts'
import { systemClock } from '../../../src/lib/machine/clock.ts'
import { markOn } from '../../../src/lib/sizes/model/cordon.ts'
import { fullSize, parseSize, type SizeRequest } from '../../../src/lib/sizes/model/size.ts'
import { applyResizes } from '../../../src/lib/sizes/resize/apply-resizes.ts'
import { planResizes } from '../../../src/lib/sizes/resize/plan-resizes.ts'
import type { NodeName } from '../machine/nodes.ts'
import { until } from '../until.ts'
import { workload } from './workload.ts'

const limits = { signal: new AbortController().signal }
const half: SizeRequest = { cpu: parseSize('cpu', '50%') }

/** What became of the pods and of the sizes. */
export interface Tally {
  /** The kubelet refused the pod. */
  refused: number
  /** The pod runs, and the node was not made smaller. */
  podFirst: number
  /** The node was made smaller, and the pod waits. */
  sizeFirst: number
  /** The node was left cordoned, or marked. */
  leftCordoned: number
  /** Neither is smaller nor has the pod: nobody won. */
  neither: number
}

export const noRaces: Tally = { refused: 0, podFirst: 0, sizeFirst: 0, leftCordoned: 0, neither: 0 }

interface Races {
  readonly node: NodeName
  readonly rounds: number
  readonly noCordon: boolean
  /** Of the pods: more than what is left of the node, and less than it has. */
  readonly cpu: string
}

const stepMs = 25

/**
 * Again and again, a pod is created for a node at the moment when the node is made smaller, so that only one of both fits.
 * Each pod comes so many milliseconds after the beginning of the resize, or before it, that either may win.
 */
export async function raceOn({ node, rounds, noCordon, cpu }: Races): Promise<Tally> {
  const cluster = await connect({ userAgent: 'test' })
  const tally = { ...noRaces }
  try {
    let evenMs = 100
    for (let round = 0; round < rounds; round++) {
      const offsetMs = evenMs + (Math.random() - 0.5) * (round % 2 === 0 ? 60 : 400)
      const name = `race-${node}-${round}`
      const end = await raceOnce(cluster, {
        node,
        noCordon,
        offsetMs,
        pod: workload({ name, node, cpu }) as ObjectBody,
      })
      tally[end]++
      // Whatever the machine has to do beside: who won comes later.
      evenMs += end === 'podFirst' ? stepMs : -stepMs
      const seen = await cluster.nodes.read(node, limits)
      if (seen === undefined || seen.scheduling.unschedulable || markOn(seen) !== undefined) tally.leftCordoned++
    }
  } finally {
    cluster.close()
  }
  return tally
}

interface Race {
  readonly node: NodeName
  readonly noCordon: boolean
  readonly offsetMs: number
  readonly pod: ObjectBody
}

async function raceOnce(
  cluster: OpenCluster,
  { node, noCordon, offsetMs, pod }: Race,
): Promise<Exclude<keyof Tally, 'leftCordoned'>> {
  const [isSmaller] = await Promise.all([
    sleep(Math.max(0, -offsetMs)).then(() => resize(cluster, node, half, noCordon)),
    sleep(Math.max(0, offsetMs)).then(() => cluster.objects.apply(pod, 'none', limits)),
  ])
  const phase = await phaseOf(cluster, pod)
  await cluster.objects.remove(pod, 'none', limits)
  await until(async () => (await cluster.objects.read(pod, limits)) === undefined, 'the pod does not go')
  await until(() => resize(cluster, node, fullSize, true), 'the node cannot be reset')
  if (phase === 'Failed') return 'refused'
  if (phase === 'Running') return 'podFirst'
  return isSmaller ? 'sizeFirst' : 'neither'
}

/** Whether the node has the size. */
async function resize(cluster: OpenCluster, node: NodeName, size: SizeRequest, noCordon: boolean): Promise<boolean> {
  const request = { nodes: { by: 'name', names: [node] }, size, timeoutMs: 40_000, dryRun: 'none', noCordon } as const
  const world = { cluster, clock: systemClock }
  const [item] = await applyResizes(world, await planResizes(world, request, limits), limits)
  return item?.outcome.failure === undefined
}

interface Status {
  readonly phase?: string
  readonly conditions?: readonly { readonly type: string; readonly status: string }[]
}

/** Once it is decided: Pending if the scheduler has found no room for it. */
async function phaseOf(cluster: OpenCluster, pod: ObjectBody): Promise<string> {
  let phase = 'Pending'
  await until(async () => {
    const { status = {} } = ((await cluster.objects.read(pod, limits)) ?? {}) as { status?: Status }
    phase = status.phase ?? 'Pending'
    const waits = status.conditions?.some((one) => one.type === 'PodScheduled' && one.status === 'False') ?? false
    return phase !== 'Pending' || waits
  }, 'nothing becomes of the pod')
  return phase
}
