import type { Interfaces } from '@oclif/core'
import { boolean } from '@oclif/core/flags'
import { acceptRisk } from '../../lib/cli/flags/change-flags.ts'
import { dryRun, outputFormat, targetsFlags, targetsWanted, yes } from '../../lib/cli/flags/flags.ts'
import { waitFlags } from '../../lib/cli/flags/wait-flags.ts'
import type { OpenCluster } from '../../lib/connect/cluster.ts'
import { conclusionOf } from '../../lib/fleet/change/step.ts'
import { deletedLines, deleteReport, describeDelete } from '../../lib/fleet/delete/output.ts'
import { awaitedAfterDelete } from '../../lib/fleet/wait/awaited-documents.ts'
import { WaitCommand } from '../wait-command.ts'

export default class Delete extends WaitCommand {
  static override summary = 'Delete stored kubelet configurations.'
  static override description = [
    'Prints what the nodes fall back to and what changes for them, asks for confirmation and deletes.',
    'Refuses when their kubelets would refuse the global document that they fall back to.',
    'Agents hold what would end pods, until the node is drained. --accept-risk counts for what the global document accepts.',
    'Never deletes what another client changed in the meantime.',
    'Revisions continue when a document is pushed again.',
  ].join('\n')
  static override examples = [
    '<%= config.bin %> delete --node node-a',
    '<%= config.bin %> delete -l pool=batch --dry-run=server',
    '<%= config.bin %> delete --global --yes',
  ]
  static override flags = {
    ...targetsFlags,
    'skip-validation': boolean({
      summary: 'Delete even if a kubelet would refuse the document that its node falls back to.',
    }),
    'accept-risk': acceptRisk,
    ...waitFlags,
    'dry-run': dryRun,
    output: outputFormat(['text', 'json', 'yaml']),
    yes,
  }

  override async run(): Promise<void> {
    const { flags } = await this.parse(Delete)
    const { 'dry-run': dryRun } = flags
    const wanted = targetsWanted(flags)
    const cluster = await this.connect(flags)
    const { applyDelete } = await import('../../lib/fleet/delete/delete-apply.ts')
    await this.carryOut(flags, {
      planning: 'reading the cluster',
      plan: () => this.#plan(cluster, wanted, flags),
      describe: ({ steps }) => describeDelete(steps),
      question: () => 'Delete?',
      applying: 'deleting',
      apply: async (plan) => {
        const outcomes = await applyDelete(cluster, { plan, dryRun }, this.limits)
        const waited = await this.waited(cluster, flags, { after: 'delete', outcomes, awaited: awaitedAfterDelete })
        return {
          kind: 'DeleteReport',
          data: deleteReport({ plan, outcomes, dryRun, wait: waited?.data }),
          text: () => deletedLines(outcomes, dryRun),
          ...conclusionOf(outcomes),
          ...waited?.conclusion,
        }
      },
    })
  }

  async #plan(cluster: OpenCluster, wanted: ReturnType<typeof targetsWanted>, flags: DeleteFlags) {
    const { planDelete } = await import('../../lib/fleet/delete/delete-documents.ts')
    const { targetsFor } = await import('../../lib/fleet/change/selected-targets.ts')
    const { 'skip-validation': skipValidation, 'accept-risk': acceptedRisks = [] } = flags
    const targets = await targetsFor(cluster, wanted, this.limits)
    return planDelete(cluster, { targets, skipValidation, acceptedRisks }, this.limits)
  }
}

type DeleteFlags = Interfaces.InferredFlags<typeof Delete.flags>
