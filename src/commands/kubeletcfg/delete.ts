import { acceptRisk } from '../../lib/cli/change-flags.ts'
import { ClusterCommand } from '../../lib/cli/cluster-command.ts'
import { dryRun, outputFormat, targetsFlags, targetsOf, yes } from '../../lib/cli/flags.ts'
import { deleteData, deletedLine, describeDelete } from '../../lib/render/delete.ts'

export default class Delete extends ClusterCommand {
  static override summary = 'Delete stored kubelet configurations.'
  static override description =
    'Says where the nodes fall back to and what changes for them, asks, and deletes only what it read. What nodes have on their disks is not known, only what they lose. Revisions go on counting if the document comes back.'
  static override examples = ['<%= config.bin %> delete --node node-a', '<%= config.bin %> delete --global --yes']
  static override flags = {
    ...targetsFlags,
    'accept-risk': acceptRisk,
    'dry-run': dryRun,
    output: outputFormat(['text', 'json', 'yaml']),
    yes,
  }

  override async run(): Promise<void> {
    const { flags } = await this.parse(Delete)
    const mode = flags['dry-run']
    const request = { targets: targetsOf(flags), acceptedRisks: flags['accept-risk'] ?? [] }
    const cluster = await this.connect(flags)
    const { applyDelete, planDelete } = await import('../../lib/flows/delete-documents.ts')
    const steps = await this.during(flags, 'reading', planDelete(cluster, request, this.limits))
    for (const warning of new Set(steps.flatMap((step) => step.warnings))) this.progress(flags).warning(warning)
    const question = { plan: describeDelete(steps), question: 'Delete?', yes: flags.yes || mode !== 'none' }
    await this.confirm({ ...question, quiet: flags.quiet })
    const outcomes = await applyDelete(cluster, { steps, dryRun: mode }, this.limits)
    await this.printResult(flags.output, {
      kind: 'DeleteReport',
      data: { dryRun: mode, items: steps.map((step, i) => deleteData(step, outcomes[i]!)) },
      text: () => outcomes.map(({ value }) => (value === undefined ? '' : deletedLine(value, mode))).join(''),
    })
    this.finishWith(outcomes.map((outcome) => outcome.failure))
  }
}
