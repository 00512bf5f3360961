import type { WaitFlags } from '../lib/cli/flags/wait-flags.ts'
import type { WatchFact } from '../lib/cluster/watch-messages.ts'
import type { OpenCluster } from '../lib/connect/cluster.ts'
import type { WaitFor } from '../lib/fleet/status/agent-flow-messages.ts'
import type { Awaited } from '../lib/fleet/wait/awaited.ts'
import { waitData, waitLines, waitText } from '../lib/fleet/wait/output.ts'
import { type Waited, waitForKubelets } from '../lib/fleet/wait/wait-for-kubelets.ts'
import { systemClock as clock } from '../lib/machine/clock.ts'
import type { Failure } from '../lib/message/failure.ts'
import type { Limits } from '../lib/ports/limits.ts'
import { settle } from '../lib/ports/outcomes.ts'
import type { Progress } from '../lib/ports/progress.ts'

interface Talk {
  readonly progress: Pick<Progress, 'doing' | 'note'>
  readonly notice: (fact: WatchFact) => void
}

export interface Waiting {
  readonly after: WaitFor
  readonly awaited: readonly Awaited[]
  readonly flags: WaitFlags
}

/** How a wait has ended. */
export interface Ended {
  /** For scripts. */
  readonly data: object
  readonly failures: readonly Failure[]
}

/** Waits as --wait asks, and prints each change of the state of a node. What was done before is reported in any case. */
export async function waitHere(
  cluster: OpenCluster,
  { after, awaited, flags }: Waiting,
  { progress, notice, limits }: Talk & { limits: Limits },
): Promise<Ended> {
  const report = (changed: readonly Waited[], all: readonly Waited[]) => {
    for (const line of waitLines(changed, all)) progress.note(line)
    progress.doing(waitText(all))
  }
  const goal = flags['wait-until']
  const request = { after, awaited, goal, timeoutMs: flags.timeout }
  const { value, failure } = await settle(waitForKubelets({ cluster, clock, report, notice }, request, limits))
  const failures = failure === undefined ? value.failures : [failure]
  return { data: waitData(goal, value?.nodes ?? []), failures }
}
