import { string as argument } from '@oclif/core/args'
import { boolean } from '@oclif/core/flags'
import type { ConnectionFlags } from '../lib/cli/flags/connection-flags.ts'
import { dryRun, outputFormat, selector, yes } from '../lib/cli/flags/flags.ts'
import type { WaitFlags } from '../lib/cli/flags/wait-flags.ts'
import type { DataFormat } from '../lib/cli/output/serialize.ts'
import type { ControlRequest } from '../lib/fleet/control/control-nodes.ts'
import { controlledLines, controlReport, describeControl } from '../lib/fleet/control/output.ts'
import type { WaitFor } from '../lib/fleet/status/agent-flow-messages.ts'
import type { DryRunMode } from '../lib/ports/limits.ts'
import { WaitCommand } from './wait-command.ts'

export const nodesArgs = { node: argument({ description: 'Name of a node.', multiple: true }) }
export const controlFlags = {
  selector,
  all: boolean({ summary: 'Select all nodes.' }),
  'dry-run': dryRun,
  output: outputFormat(['text', 'json', 'yaml']),
  yes,
}

interface ControlFlags extends ConnectionFlags, Partial<WaitFlags> {
  readonly 'dry-run': DryRunMode
  readonly output: 'text' | DataFormat
  readonly yes: boolean
}

interface Controlling extends ControlRequest {
  /** In the plan, such as `opt out (freeze)`, and in the result, such as `opted out`. */
  readonly act: string
  readonly done: string
  /** undefined: it is harmless. */
  readonly question: string | undefined
  readonly after?: WaitFor
}

/** What the commands share that write to Nodes for their agents. */
export abstract class ControlCommand extends WaitCommand {
  protected async control(
    flags: ControlFlags,
    { act, done, question, after = 'status', ...request }: Controlling,
  ): Promise<void> {
    const { 'dry-run': mode } = flags
    const cluster = await this.connect(flags)
    const { planControl, applyControl } = await import('../lib/fleet/control/control-nodes.ts')
    await this.carryOut(flags, {
      planning: 'reading nodes',
      plan: () => planControl({ cluster }, request, this.limits),
      describe: (plan) => (question === undefined ? [] : describeControl(plan, act)),
      question: () => question,
      applying: 'writing',
      apply: async (plan) => {
        const outcomes = await applyControl(cluster, { plan, dryRun: mode }, this.limits)
        const waited = await this.waited(cluster, flags, { after, outcomes, awaited: (step) => step.awaited })
        return {
          kind: 'ControlReport',
          data: controlReport({ plan, outcomes, dryRun: mode, wait: waited?.data }),
          text: () => controlledLines(outcomes, done, mode),
          failures: outcomes.map(({ failure }) => failure),
          ...waited?.conclusion,
        }
      },
    })
  }
}
