import { boolean } from '@oclif/core/flags'
import { sizesFile } from '../../lib/cli/flags/size-file-flags.ts'
import { shrinkTimeout, shrinkTimeoutMs, sizeMessage } from '../../lib/cli/flags/size-flags.ts'
import { readInput } from '../../lib/cli/input/input.ts'
import { WriteCommand } from '../../lib/cli/shell/write-command.ts'
import { systemClock as clock } from '../../lib/machine/clock.ts'
import { planFileResizes } from '../../lib/sizes/file/apply-sizes.ts'
import { describeFileResizes } from '../../lib/sizes/file/output.ts'
import { applyResizes } from '../../lib/sizes/resize/apply-resizes.ts'
import { resizeReport } from '../../lib/sizes/resize/output.ts'
import { manyFlags, requested, resized, resizeFlags, shrinkFlags } from '../resize-command.ts'

const { 'dry-run': dryRun, output, yes } = resizeFlags

export default class Apply extends WriteCommand {
  static override summary = 'Give nodes the sizes in a file.'
  static override description =
    `The file is a NodeSizeConfiguration: a list of sizes by node name, or by labels of nodes.
A node with an entry of its own does not get the size of its labels. A resource without a size stays as it is.
All problems of the file are reported at once, with their lines, and then no node is resized. Pods in the way are none
of them: --atomic and --max-failures decide about the other nodes then.
--prune resets nodes that the file does not select, and asks for confirmation.`
  static override examples = [
    '<%= config.bin %> apply -f sizes.yaml',
    { description: 'What would be done:', command: '<%= config.bin %> apply -f sizes.yaml --prune --dry-run=server' },
    {
      description: 'As it was:',
      command: '<%= config.bin %> export > sizes.yaml; <%= config.bin %> apply -f sizes.yaml',
    },
  ]
  static override flags = {
    filename: sizesFile,
    prune: boolean({ summary: 'Reset the nodes that the file does not select; asks for confirmation.' }),
    message: sizeMessage,
    ...shrinkFlags,
    ...manyFlags,
    timeout: shrinkTimeout,
    'dry-run': dryRun,
    output,
    yes,
  }

  override async run(): Promise<void> {
    const { flags } = await this.parse(Apply)
    const mode = flags['dry-run']
    const input = await readInput(flags.filename, this.signal)
    const cluster = await this.connect(flags)
    const timeout = shrinkTimeoutMs({ timeout: flags.timeout, ifFull: flags['if-full'] })
    const request = { ...requested({ ...flags, timeout }), input, prune: flags.prune }
    await this.carryOut(flags, {
      planning: 'reading nodes and pods',
      plan: () => planFileResizes({ cluster, clock }, request, this.limits),
      describe: (plan) => (plan.pruned.length === 0 ? [] : describeFileResizes(plan)),
      question: ({ pruned }) => (pruned.length === 0 ? undefined : 'Resize these nodes?'),
      applying: 'waiting for the kubelets',
      apply: async (plan) => {
        const items = await applyResizes({ cluster, clock }, plan, this.limits)
        return { kind: 'ResizeReport', data: resizeReport({ plan, items }), ...resized(items, mode) }
      },
    })
  }
}
