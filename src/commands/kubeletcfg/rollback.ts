import { integer } from '@oclif/core/flags'
import { outputFormat, targetsFlags, targetsWanted } from '../../lib/cli/flags/flags.ts'
import { PushCommand, pushFlags } from '../push-command.ts'

export default class Rollback extends PushCommand {
  static override summary = 'Push an earlier revision of a kubelet configuration again.'
  static override description = [
    'A rollback is a push of the earlier text, with all its checks, and gets a new revision.',
    'Without --to, it is the newest earlier revision that means something else and that no node has rolled back.',
    'Of a document that was deleted, it is the newest one. Of several nodes, each has its own revisions, and --to is for all.',
  ].join('\n')
  static override examples = [
    '<%= config.bin %> rollback --global',
    '<%= config.bin %> rollback --node node-a --to 3 --wait',
    '<%= config.bin %> rollback -l pool=batch --dry-run=server',
  ]
  static override flags = {
    ...targetsFlags,
    to: integer({ summary: 'The revision, as history prints it.', helpValue: 'REVISION', min: 0 }),
    ...pushFlags,
    output: outputFormat(['text', 'json', 'yaml']),
  }

  override async run(): Promise<void> {
    const { flags } = await this.parse(Rollback)
    const wanted = targetsWanted(flags)
    const { message, to, 'skip-validation': skipValidation, 'accept-risk': acceptedRisks = [] } = flags
    const request = { to, message, skipValidation, acceptedRisks, forceConflicts: flags['force-conflicts'] }
    const cluster = await this.connect(flags)
    const { planRollback } = await import('../../lib/fleet/history/rollback.ts')
    const { targetsFor } = await import('../../lib/fleet/change/selected-targets.ts')
    await this.push(cluster, flags, async () => {
      const targets = await targetsFor(cluster, wanted, this.limits)
      return planRollback({ cluster }, { ...request, targets }, this.limits)
    })
  }
}
