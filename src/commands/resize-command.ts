import { string as argument } from '@oclif/core/args'
import { boolean, integer } from '@oclif/core/flags'
import type { ConnectionFlags } from '../lib/cli/flags/connection-flags.ts'
import { dryRun, outputFormat, selector, yes } from '../lib/cli/flags/flags.ts'
import { ifFull, kubeletTimeout } from '../lib/cli/flags/size-flags.ts'
import type { DataFormat } from '../lib/cli/output/serialize.ts'
import { WriteCommand } from '../lib/cli/shell/write-command.ts'
import { systemClock as clock } from '../lib/machine/clock.ts'
import type { DryRunMode } from '../lib/ports/limits.ts'
import type { IfFull } from '../lib/sizes/plan/plan.ts'
import { applyResizes, type NodeOutcome } from '../lib/sizes/resize/apply-resizes.ts'
import { changedLines, describeResizes, resizeReport } from '../lib/sizes/resize/output.ts'
import { planResizes, type ResizeRequest } from '../lib/sizes/resize/plan-resizes.ts'

export const resizeArgs = { node: argument({ description: 'Name of a node.', multiple: true }) }
export const resizeFlags = {
  selector,
  all: boolean({ summary: 'Select all nodes that have a balloon; asks for confirmation.' }),
  timeout: kubeletTimeout,
  'dry-run': dryRun,
  output: outputFormat(['text', 'json', 'yaml']),
  yes,
}

/** Of commands for many nodes. */
export const manyFlags = {
  atomic: boolean({ summary: 'All nodes or none: if one fails, put the others back to their size before.' }),
  'max-failures': integer({
    summary: 'After so many failures, try no further nodes.',
    min: 1,
    helpValue: 'N',
    exclusive: ['atomic'],
  }),
}

/** Of commands that can make a node smaller. */
export const shrinkFlags = {
  'if-full': ifFull,
  'check-usage': boolean({ summary: 'Warn if a node uses more memory than its new size (needs the metrics API).' }),
  'no-cordon': boolean({
    summary: 'Do not cordon nodes while they become smaller: a pod that is bound then can be refused.',
  }),
}

interface ResizeFlags extends ConnectionFlags {
  readonly message?: string | undefined
  readonly timeout: number
  readonly 'dry-run': DryRunMode
  readonly output: 'text' | DataFormat
  readonly yes: boolean
  readonly 'no-cordon'?: boolean
  readonly 'if-full'?: IfFull
  readonly 'check-usage'?: boolean
  readonly atomic?: boolean
  readonly 'max-failures'?: number | undefined
}

/**
 * What set, reset and cancel share: everything but the size. Only --all asks for confirmation: a resize does no harm and can be
 * undone, but the flag names no node.
 */
export abstract class ResizeCommand extends WriteCommand {
  protected async resize(
    flags: ResizeFlags,
    { nodes, size, hold }: Pick<ResizeRequest, 'nodes' | 'size' | 'hold'>,
  ): Promise<void> {
    const mode = flags['dry-run']
    const cluster = await this.connect(flags)
    const request = { ...requested(flags), nodes, size, hold }
    await this.carryOut(flags, {
      planning: 'reading nodes and pods',
      plan: () => planResizes({ cluster, clock }, request, this.limits),
      describe: (plan) => (nodes.by === 'all' ? describeResizes(plan) : []),
      question: () => (nodes.by === 'all' ? 'Resize these nodes?' : undefined),
      applying: 'waiting for the kubelets',
      apply: async (plan) => {
        const items = await applyResizes({ cluster, clock }, plan, this.limits)
        return { kind: 'ResizeReport', data: resizeReport({ plan, items }), ...resized(items, mode) }
      },
    })
  }
}

/** What flags ask for, whatever the sizes. */
export const requested = (flags: ResizeFlags) => ({
  timeoutMs: flags.timeout,
  dryRun: flags['dry-run'],
  noCordon: flags['no-cordon'],
  ifFull: flags['if-full'],
  atomic: flags.atomic,
  checkUsage: flags['check-usage'],
  maxFailures: flags['max-failures'],
  message: flags.message,
})

/** What a command says about nodes that it has resized, besides its report. */
export function resized(items: readonly NodeOutcome[], mode: DryRunMode) {
  const changes = items.flatMap(({ outcome }) => outcome.value ?? [])
  return {
    text: () => changes.map((change) => changedLines(change, mode)).join(''),
    failures: items.map(({ outcome }) => outcome.failure),
    end: endOf(items),
    notes: changes.flatMap(({ notes }) => notes),
    warnings: changes.flatMap(({ warnings }) => warnings),
  }
}

/** A node that got a part of what was asked for is like one of several that failed. */
function endOf(items: readonly NodeOutcome[]): 'partial' | undefined {
  const isInterrupted = items.some(({ outcome }) => outcome.failure?.code === 'interrupted')
  return !isInterrupted && items.some(({ outcome }) => outcome.value?.missing !== undefined) ? 'partial' : undefined
}
