import { boolean } from '@oclif/core/flags'
import { acceptRisk } from '../../lib/cli/flags/change-flags.ts'
import { dryRun, outputFormat, targetsFlags, targetsOf, yes } from '../../lib/cli/flags/flags.ts'
import { ClusterCommand } from '../../lib/cli/shell/cluster-command.ts'
import { deleteData, deletedLine, describeDelete } from '../../lib/render/delete.ts'

export default class Delete extends ClusterCommand {
  static override summary = 'Delete stored kubelet configurations.'
  static override description =
    'Says where the nodes fall back to and what changes for them, refuses it when their kubelets would refuse what they fall back to, asks, and deletes only what it read. What nodes have on their disks is not known, only what they lose. Revisions go on counting if the document comes back.'
  static override examples = ['<%= config.bin %> delete --node node-a', '<%= config.bin %> delete --global --yes']
  static override flags = {
    ...targetsFlags,
    'skip-validation': boolean({
      summary: 'Delete it even if a kubelet would refuse the document that it falls back to.',
    }),
    'accept-risk': acceptRisk,
    'dry-run': dryRun,
    output: outputFormat(['text', 'json', 'yaml']),
    yes,
  }

  override async run(): Promise<void> {
    const { flags } = await this.parse(Delete)
    const mode = flags['dry-run']
    const { 'skip-validation': skipValidation, 'accept-risk': acceptedRisks = [] } = flags
    const request = { targets: targetsOf(flags), skipValidation, acceptedRisks }
    const cluster = await this.connect(flags)
    const { planDelete } = await import('../../lib/flows/documents/delete-documents.ts')
    const plan = await this.during(flags, 'reading', planDelete(cluster, request, this.limits))
    for (const warning of plan.warnings) this.progress(flags).warning(warning)
    const { steps, refusal } = plan
    const decided = flags.yes || mode !== 'none' || refusal !== undefined
    const question = { plan: describeDelete(steps), question: 'Delete?', yes: decided }
    await this.confirm({ ...question, quiet: flags.quiet })
    const { applyDelete } = await import('../../lib/flows/documents/delete-apply.ts')
    const outcomes = await applyDelete(cluster, { plan, dryRun: mode }, this.limits)
    await this.printResult(flags.output, {
      kind: 'DeleteReport',
      data: { dryRun: mode, items: steps.map((step, i) => deleteData(step, outcomes[i]!)) },
      text: () => outcomes.map(({ value }) => (value === undefined ? '' : deletedLine(value, mode))).join(''),
    })
    this.finishWith(outcomes.map((outcome) => outcome.failure))
  }
}
