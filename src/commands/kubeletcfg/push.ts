import { filename, outputFormat, targetsFlags, targetsOf } from '../../lib/cli/flags/flags.ts'
import { readInput } from '../../lib/cli/input/input.ts'
import { PushCommand, pushFlags } from '../push-command.ts'

export default class Push extends PushCommand {
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
    ...pushFlags,
    output: outputFormat(['text', 'json', 'yaml']),
  }

  override async run(): Promise<void> {
    const { flags } = await this.parse(Push)
    const { message, 'skip-validation': skipValidation, 'accept-risk': acceptedRisks = [] } = flags
    const targets = targetsOf(flags)
    const input = await readInput(flags.filename, this.signal)
    const request = { ...input, targets, message, skipValidation, acceptedRisks }
    const cluster = await this.connect(flags)
    const { planPush } = await import('../../lib/flows/documents/push.ts')
    await this.push(cluster, flags, () => planPush(cluster, request, this.limits))
  }
}
