import { isTable, listFlags, listOutput } from '../../../lib/cli/flags/output-format.ts'
import { ClusterCommand } from '../../../lib/cli/shell/cluster-command.ts'
import { rolloutHistoryView, rolloutsIn } from '../../../lib/fleet/rollout/history-view.ts'
import { rolloutIn } from '../../../lib/fleet/rollout/read-rollout.ts'

export default class History extends ClusterCommand {
  static override summary = 'List the rollouts of the global document, and how they ended.'
  static override description = [
    'The one under way comes first, then the last ten that have ended.',
    'DOCUMENT is the revision of its push, or the beginning of its digest. The texts are in: kubeletcfg history --global',
  ].join('\n')
  static override examples = [
    '<%= config.bin %> rollout history',
    {
      description: 'Why the last one was aborted:',
      command: `<%= config.bin %> rollout history -o jsonpath='{.items[0].cause.message}'`,
    },
  ]
  static override flags = { output: listOutput, ...listFlags }

  override async run(): Promise<void> {
    const { flags } = await this.parse(History)
    const cluster = await this.connect(flags)
    const stored = await this.during(flags, 'reading the rollout', cluster.rollouts.read(this.limits))
    const rows = stored === undefined ? [] : rolloutsIn(rolloutIn(stored))
    await this.printRows(
      rows,
      rolloutHistoryView(() => cluster.now()),
      { flags },
    )
    if (rows.length > 0 || !isTable(flags.output)) return
    const why = stored === undefined ? ': there is no rollout policy' : ''
    this.progress(flags).note(`no document was rolled out yet${why}`)
  }
}
