import { integer } from '@oclif/core/flags'
import { outputFormat, targetFlags, targetsOf } from '../../lib/cli/flags/flags.ts'
import { PushCommand, pushFlags } from '../push-command.ts'

export default class Rollback extends PushCommand {
  static override summary = 'Push an earlier revision of a kubelet configuration again.'
  static override description = [
    'A rollback is a push of the earlier text, with all its checks, and gets a new revision.',
    'Without --to, it is the newest earlier revision that means something else and that no node has rolled back.',
    'Of a document that was deleted, it is the newest one.',
  ].join('\n')
  static override examples = [
    '<%= config.bin %> rollback --global',
    {
      description: 'Wait until the kubelets run it:',
      command: '<%= config.bin %> rollback --node node-a --to 3 --wait',
    },
    '<%= config.bin %> rollback --global --dry-run=server',
  ]
  static override flags = {
    ...targetFlags,
    to: integer({ summary: 'The revision, as history prints it.', helpValue: 'REVISION', min: 0 }),
    ...pushFlags,
    output: outputFormat(['text', 'json', 'yaml']),
  }

  override async run(): Promise<void> {
    const { flags } = await this.parse(Rollback)
    const [target] = targetsOf(flags)
    const { message, to, 'skip-validation': skipValidation, 'accept-risk': acceptedRisks = [] } = flags
    const request = { target, to, message, skipValidation, acceptedRisks }
    const cluster = await this.connect(flags)
    const { planRollback } = await import('../../lib/flows/documents/rollback.ts')
    await this.push(cluster, flags, () => planRollback(cluster, request, this.limits))
  }
}
