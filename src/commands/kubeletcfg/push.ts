import { boolean, string } from '@oclif/core/flags'
import { acceptRisk } from '../../lib/cli/flags/change-flags.ts'
import { dryRun, filename, outputFormat, targetsFlags, targetsOf, yes } from '../../lib/cli/flags/flags.ts'
import { readInput } from '../../lib/cli/input/input.ts'
import { ClusterCommand } from '../../lib/cli/shell/cluster-command.ts'
import { systemClock } from '../../lib/host/clock.ts'
import { describePush, pushData, pushedLine } from '../../lib/render/push.ts'

export default class Push extends ClusterCommand {
  static override summary = 'Store a kubelet configuration for all nodes, or for some.'
  static override description =
    'Validates it against the kubelets that would get it, shows what changes for them, asks, and writes it only if nobody else changed it meanwhile. Of a file for kubeadm, only the KubeletConfiguration is stored, and of a ConfigMap the one that it holds: to the letter, with its comments.'
  static override examples = [
    { description: 'One node:', command: '<%= config.bin %> push -f kubelet.yaml --node node-a' },
    {
      description: 'All nodes, from a script:',
      command: "<%= config.bin %> push -f kubelet.yaml --global --yes --message 'more pods'",
    },
    {
      description: 'See what it would change:',
      command: '<%= config.bin %> push -f kubelet.yaml --global --dry-run=server',
    },
  ]
  static override flags = {
    filename,
    ...targetsFlags,
    message: string({ char: 'm', summary: 'Why; kept with the document.', helpValue: 'TEXT' }),
    'skip-validation': boolean({ summary: 'Push it even if a kubelet would refuse it.' }),
    'accept-risk': acceptRisk,
    'dry-run': dryRun,
    output: outputFormat(['text', 'json', 'yaml']),
    yes,
  }

  override async run(): Promise<void> {
    const { flags } = await this.parse(Push)
    const mode = flags['dry-run']
    const targets = targetsOf(flags)
    const input = await readInput(flags.filename, this.signal)
    const cluster = await this.connect(flags)
    const { message, 'skip-validation': skipValidation, 'accept-risk': acceptedRisks = [] } = flags
    const request = { ...input, targets, message, skipValidation, acceptedRisks }
    const { planPush } = await import('../../lib/flows/documents/push.ts')
    const plan = await this.during(flags, 'reading the cluster', planPush(cluster, request, this.limits))
    for (const note of plan.notes) this.progress(flags).note(note)
    for (const warning of plan.warnings) this.progress(flags).warning(warning)
    const decided = flags.yes || mode !== 'none' || plan.refusal !== undefined
    const question = { plan: describePush(plan.steps), question: 'Push it?', yes: decided }
    await this.confirm({ ...question, quiet: flags.quiet })
    const { applyPush } = await import('../../lib/flows/documents/push-apply.ts')
    const outcomes = await applyPush({ cluster, clock: systemClock }, { plan, dryRun: mode }, this.limits)
    await this.printResult(flags.output, {
      kind: 'PushReport',
      data: { dryRun: mode, items: plan.steps.map((step, i) => pushData(step, outcomes[i]!)) },
      text: () => outcomes.map(({ value }) => (value === undefined ? '' : pushedLine(value, mode))).join(''),
    })
    this.finishWith(outcomes.map((outcome) => outcome.failure))
  }
}
