import { boolean, string } from '@oclif/core/flags'
import { acceptRisk } from '../../lib/cli/flags/change-flags.ts'
import { dryRun, filename, outputFormat, targetsFlags, targetsOf, yes } from '../../lib/cli/flags/flags.ts'
import { readInput } from '../../lib/cli/input/input.ts'
import { WriteCommand } from '../../lib/cli/shell/write-command.ts'
import { systemClock as clock } from '../../lib/host/clock.ts'
import { describePush, pushedLines, pushReport } from '../../lib/render/push.ts'
import { conclusionOf } from '../../lib/render/step.ts'

export default class Push extends WriteCommand {
  static override summary = 'Store a kubelet configuration for all nodes, or for some nodes.'
  static override description = [
    'Validates the document for the kubelets that would get it, prints the plan, asks for confirmation and stores it.',
    'Never overwrites what another client changed in the meantime.',
    'From a kubeadm file or a ConfigMap, only the KubeletConfiguration is stored, with its comments.',
    'Storing a document does not change a kubelet yet: the agent that applies documents is not released.',
  ].join('\n')
  static override examples = [
    { description: 'One node:', command: '<%= config.bin %> push -f kubelet.yaml --node node-a' },
    {
      description: 'All nodes, from a script:',
      command: "<%= config.bin %> push -f kubelet.yaml --global --yes --message 'more pods'",
    },
    {
      description: 'Print the plan only:',
      command: '<%= config.bin %> push -f kubelet.yaml --global --dry-run=server',
    },
  ]
  static override flags = {
    filename,
    ...targetsFlags,
    message: string({ char: 'm', summary: 'Reason for the change; stored with the document.', helpValue: 'TEXT' }),
    'skip-validation': boolean({ summary: 'Push it even if a kubelet would refuse it.' }),
    'accept-risk': acceptRisk,
    'dry-run': dryRun,
    output: outputFormat(['text', 'json', 'yaml']),
    yes,
  }

  override async run(): Promise<void> {
    const { flags } = await this.parse(Push)
    const { message, 'dry-run': dryRun, 'skip-validation': skipValidation, 'accept-risk': acceptedRisks = [] } = flags
    const targets = targetsOf(flags)
    const input = await readInput(flags.filename, this.signal)
    const request = { ...input, targets, message, skipValidation, acceptedRisks }
    const cluster = await this.connect(flags)
    const { planPush } = await import('../../lib/flows/documents/push.ts')
    const { applyPush } = await import('../../lib/flows/documents/push-apply.ts')
    await this.carryOut(flags, {
      planning: 'reading the cluster',
      plan: () => planPush(cluster, request, this.limits),
      describe: ({ steps }) => describePush(steps),
      question: () => 'Push?',
      applying: 'writing',
      apply: async (plan) => {
        const outcomes = await applyPush({ cluster, clock }, { plan, dryRun }, this.limits)
        return {
          kind: 'PushReport',
          data: pushReport({ plan, outcomes, dryRun }),
          text: () => pushedLines(outcomes, dryRun),
          ...conclusionOf(outcomes),
        }
      },
    })
  }
}
