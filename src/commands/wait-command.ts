import type { WaitFlags } from '../lib/cli/flags/wait-flags.ts'
import { WriteCommand } from '../lib/cli/shell/write-command.ts'
import type { OpenCluster } from '../lib/connect/cluster.ts'
import type { WaitFor } from '../lib/fleet/status/agent-flow-messages.ts'
import type { Awaited } from '../lib/fleet/wait/awaited.ts'
import type { Failure } from '../lib/message/failure.ts'
import type { DryRunMode } from '../lib/ports/limits.ts'
import type { Outcome } from '../lib/ports/outcomes.ts'

interface Flags extends Partial<WaitFlags> {
  readonly quiet: boolean
  readonly 'dry-run': DryRunMode
}

interface Written<Value> {
  readonly after: WaitFor
  readonly outcomes: readonly Outcome<Value>[]
  /** What the agents are to do about each. */
  awaited(value: Value): readonly Awaited[]
}

interface Concluded {
  /** For scripts. */
  readonly data: object
  readonly conclusion: { readonly failures: readonly Failure[] }
}

/** A command that writes, and with --wait waits for what the agents do about it. */
export abstract class WaitCommand extends WriteCommand {
  /** Waits when everything is written; undefined: there is no wait. */
  protected async waited<Value>(
    cluster: OpenCluster,
    flags: Flags,
    { after, outcomes, awaited }: Written<Value>,
  ): Promise<Concluded | undefined> {
    const isWritten = flags['dry-run'] === 'none' && outcomes.every(({ failure }) => failure === undefined)
    const { wait = false, 'wait-until': until = 'promoted', timeout = 0 } = flags
    if (!wait || !isWritten) return undefined
    const { waitHere } = await import('./wait-for-kubelets.ts')
    const request = {
      after,
      awaited: outcomes.flatMap(({ value }) => (value ? awaited(value) : [])),
      flags: { wait, 'wait-until': until, timeout },
    }
    const { data, ...conclusion } = await waitHere(cluster, request, {
      progress: this.progress(flags),
      notice: (fact) => void this.sayNotice(flags, fact),
      limits: this.limits,
    })
    return { data, conclusion }
  }
}
