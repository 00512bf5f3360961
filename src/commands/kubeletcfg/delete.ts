import { boolean } from '@oclif/core/flags'
import { acceptRisk } from '../../lib/cli/flags/change-flags.ts'
import { dryRun, outputFormat, targetsFlags, targetsOf, yes } from '../../lib/cli/flags/flags.ts'
import { WriteCommand } from '../../lib/cli/shell/write-command.ts'
import { deletedLines, deleteReport, describeDelete } from '../../lib/render/delete.ts'
import { conclusionOf } from '../../lib/render/step.ts'

export default class Delete extends WriteCommand {
  static override summary = 'Delete stored kubelet configurations.'
  static override description = [
    'Prints what the nodes fall back to and what changes for them, asks for confirmation and deletes.',
    'Refuses when their kubelets would refuse the global document that they fall back to.',
    'Never deletes what another client changed in the meantime.',
    'Revisions continue when a document is pushed again.',
  ].join('\n')
  static override examples = ['<%= config.bin %> delete --node node-a', '<%= config.bin %> delete --global --yes']
  static override flags = {
    ...targetsFlags,
    'skip-validation': boolean({
      summary: 'Delete even if a kubelet would refuse the document that its node falls back to.',
    }),
    'accept-risk': acceptRisk,
    'dry-run': dryRun,
    output: outputFormat(['text', 'json', 'yaml']),
    yes,
  }

  override async run(): Promise<void> {
    const { flags } = await this.parse(Delete)
    const { 'dry-run': dryRun, 'skip-validation': skipValidation, 'accept-risk': acceptedRisks = [] } = flags
    const request = { targets: targetsOf(flags), skipValidation, acceptedRisks }
    const cluster = await this.connect(flags)
    const { planDelete } = await import('../../lib/flows/documents/delete-documents.ts')
    const { applyDelete } = await import('../../lib/flows/documents/delete-apply.ts')
    await this.carryOut(flags, {
      planning: 'reading the cluster',
      plan: () => planDelete(cluster, request, this.limits),
      describe: ({ steps }) => describeDelete(steps),
      question: () => 'Delete?',
      applying: 'deleting',
      apply: async (plan) => {
        const outcomes = await applyDelete(cluster, { plan, dryRun }, this.limits)
        return {
          kind: 'DeleteReport',
          data: deleteReport({ plan, outcomes, dryRun }),
          text: () => deletedLines(outcomes, dryRun),
          ...conclusionOf(outcomes),
        }
      },
    })
  }
}
