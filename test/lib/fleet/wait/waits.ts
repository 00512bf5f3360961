import { globalTarget } from '../../../../src/lib/documents/target.ts'
import type { Awaited, AwaitedDocument } from '../../../../src/lib/fleet/wait/awaited.ts'
import type { Goal } from '../../../../src/lib/fleet/wait/rollout-status.ts'
import { type Waited, waitForKubelets } from '../../../../src/lib/fleet/wait/wait-for-kubelets.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { limits } from '../../cluster/clusters.ts'
import { pushTo } from '../push/pushes.ts'

export const minute = 60_000

/** What was stored, as a push waits for it. */
export async function push(
  world: InProcess,
  body: string,
  acceptedRisks: readonly 'drain'[] = [],
): Promise<readonly AwaitedDocument[]> {
  const { outcomes } = await pushTo(world, body, { targets: [globalTarget], acceptedRisks })
  return outcomes.flatMap(({ value }) =>
    value!.step.nodes.map((node) => ({
      node,
      source: 'global' as const,
      digest: value!.step.digest,
      written: value!.stored,
    })),
  )
}

export interface Wait {
  readonly awaited: readonly Awaited[]
  readonly goal?: Goal
  readonly signal?: AbortSignal
  /** After so many milliseconds. */
  readonly events?: readonly (readonly [ms: number, act: () => void])[]
}

/** Each change of a standing, and how the wait ended. */
export async function wait(
  world: InProcess,
  { awaited, goal = 'promoted', signal = limits.signal, events = [] }: Wait,
) {
  const seen: string[] = []
  for (const [ms, act] of events) world.clock.after(ms, act)
  const begun = world.clock.monotonic()
  const { nodes, failures } = await waitForKubelets(
    {
      cluster: world.cluster,
      clock: world.clock,
      report: (changed) => seen.push(...changed.map(textOf)),
      notice: () => undefined,
    },
    { after: 'push', awaited, goal, timeoutMs: 20 * minute },
    { signal },
  )
  return {
    seen,
    nodes: nodes.map(textOf),
    codes: failures.map(({ code }) => code),
    failures,
    minutes: Math.round((world.clock.monotonic() - begun) / minute),
  }
}

const textOf = ({ node, standing }: Waited): string => {
  const word =
    standing.kind === 'failed'
      ? standing.failure.fact.reason
      : standing.kind === 'skipped'
        ? standing.fact.reason
        : standing.state
  return `${node} ${standing.kind} ${word}`
}
