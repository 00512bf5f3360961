import { string as argument } from '@oclif/core/args'
import { dryRun, outputFormat } from '../../../lib/cli/flags/flags.ts'
import { hookIn, type MachineFlags, machineFlags, machineSize } from '../../../lib/cli/flags/machine-flags.ts'
import { nodeNamed } from '../../../lib/cli/flags/node-selection.ts'
import { hold, kubeletTimeout, sizeMessage } from '../../../lib/cli/flags/size-flags.ts'
import { WriteCommand } from '../../../lib/cli/shell/write-command.ts'
import { printPiece } from '../../../lib/cli/terminal/print-piece.ts'
import { usage } from '../../../lib/cli/usage/usage.ts'
import { systemClock as clock } from '../../../lib/machine/clock.ts'
import { whyNotRunnable } from '../../../lib/machine/find-program.ts'
import { type Outcome, settle } from '../../../lib/ports/outcomes.ts'
import {
  type AutoscaleNodePlan,
  type AutoscaleRequest,
  planAutoscaleNode,
} from '../../../lib/sizes/autoscale/autoscale.ts'
import { type AutoscaleChange, applyAutoscale } from '../../../lib/sizes/autoscale/autoscale-apply.ts'
import { autoscaleReport, autoscaleText } from '../../../lib/sizes/autoscale/output.ts'
import { hookProvider } from '../../../lib/sizes/autoscale/run-hook.ts'
import { shrinkFlags } from '../../resize-command.ts'

const doing = {
  take: 'waiting for the kubelet',
  provider: 'running the hook',
  wait: 'waiting for allocatable',
  give: 'waiting for the kubelet',
} as const

export default class AutoscaleExec extends WriteCommand {
  static override summary = 'Resize a node together with its machine.'
  static override description =
    `HOOK asks the provider of the machine, such as a hypervisor. NODESIZE_* variables say what is wanted.
A smaller machine: the balloon takes the room first. A larger one: the hook runs first, then the balloon gives room.
The hook exits with 0 when done, with 5 when it refused and changed nothing. After any other exit, it is run to undo.
Repeat the command after it was killed: it goes on. It does nothing if node and machine have the size.
docs/autoscale.md describes the contract. What a machine has is noted: set, reset, apply and split do not exceed it.`
  static override usage =
    'autoscale exec NODE [--cpu N] [--memory QUANTITY] [--hook-timeout DURATION] [--dry-run none|client|server] -- HOOK...'
  static override examples = [
    '<%= config.bin %> autoscale exec node-a --cpu 4 --memory 16Gi -- ./resize-machine.sh',
    {
      description: 'What would be done:',
      command: '<%= config.bin %> autoscale exec node-a --cpu 4 --dry-run=client -- ./resize-machine.sh',
    },
  ]
  static override args = {
    node: argument({ description: 'Name of a node.', required: true }),
    hook: argument({ description: 'Hook to run and its arguments, after --.', multiple: true, ignoreStdin: true }),
  }
  static override flags = {
    ...machineFlags,
    hold,
    message: sizeMessage,
    'no-cordon': shrinkFlags['no-cordon'],
    timeout: kubeletTimeout,
    'dry-run': dryRun,
    output: outputFormat(['text', 'json', 'yaml']),
  }

  override async run(): Promise<void> {
    const { args, flags } = await this.parse(AutoscaleExec)
    const command = hookIn(this.argv, [args.node, ...(args.hook ?? [])])
    const request = requestOf(nodeNamed(args.node), flags)
    refuseUnrunnable(command[0])
    const cluster = await this.connect(flags)
    const progress = this.progress(flags)
    const onOutput = (text: string): Promise<void> => {
      progress.done()
      return printPiece(text)
    }
    const onStep = (step: keyof typeof doing): void => progress.doing(doing[step])
    const world = { cluster, clock, provider: hookProvider({ command, onOutput }), onStep }
    await this.carryOut(flags, {
      planning: 'reading the node',
      plan: () => planAutoscaleNode(world, request, this.limits),
      describe: () => [],
      question: () => undefined,
      applying: 'waiting for another attempt',
      apply: async (plan) => appliedOf(plan, await settle(applyAutoscale(world, plan, this.limits))),
    })
  }
}

interface Flags extends MachineFlags {
  readonly timeout: number
  readonly 'dry-run': AutoscaleRequest['dryRun']
  readonly hold?: AutoscaleRequest['hold']
  readonly message?: string | undefined
  readonly 'no-cordon': boolean
}

const requestOf = (node: string, flags: Flags): AutoscaleRequest => ({
  ...{ node, size: machineSize(flags), attempt: crypto.randomUUID() },
  ...{ timeoutMs: flags.timeout, providerTimeoutMs: flags['hook-timeout'], dryRun: flags['dry-run'] },
  ...{ movesAllocatable: flags['wait-allocatable'], noCordon: flags['no-cordon'] },
  ...{ hold: flags.hold, message: flags.message },
})

function appliedOf(plan: AutoscaleNodePlan, outcome: Outcome<AutoscaleChange>) {
  const { value, failure } = outcome
  return {
    kind: 'AutoscaleReport',
    data: autoscaleReport(plan, outcome),
    text: () => (value === undefined ? '' : autoscaleText(value, plan)),
    failures: [failure],
    notes: value?.notes ?? [],
    warnings: value?.warnings ?? [],
  }
}

/** Before anything is begun. */
function refuseUnrunnable(program: string): void {
  const errno = whyNotRunnable(program)
  if (errno === undefined) return
  const text = errno === 'ENOENT' ? 'not found' : 'not executable'
  throw usage('HookNotRunnable', `the hook '${program}' is ${text}`, 'nothing was done')
}
