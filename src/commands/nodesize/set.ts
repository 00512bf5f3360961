import { string as argument } from '@oclif/core/args'
import { systemClock as clock } from '../../lib/cli/clock.ts'
import { ClusterCommand } from '../../lib/cli/cluster-command.ts'
import { dryRun, outputFormat, selector } from '../../lib/cli/flags.ts'
import { cpuSize, kubeletTimeout, memorySize, wantedSize } from '../../lib/cli/size-flags.ts'
import { resizeNodes } from '../../lib/flows/resize-nodes.ts'
import { changeData, changedLine } from '../../lib/render/sizes.ts'

export default class SetSize extends ClusterCommand {
  static override summary = 'Give nodes a size.'
  static override description =
    'The size is what the node shall have for everybody: its balloon takes the rest of allocatable. A resource not named stays as it is. Running pods are never disturbed: what does not fit fails, and is taken back.'
  static override examples = [
    { description: 'Four cores, whatever the machine has:', command: '<%= config.bin %> set node-a --cpu 4' },
    {
      description: 'Half of the memory, two cores less than now:',
      command: '<%= config.bin %> set node-a --memory 50% --cpu -2',
    },
    { description: 'All nodes of a pool:', command: '<%= config.bin %> set -l pool=batch --cpu 4 --memory 16Gi' },
  ]
  static override args = { node: argument({ description: 'Name of a node.', multiple: true }) }
  static override flags = {
    cpu: cpuSize,
    memory: memorySize,
    selector,
    timeout: kubeletTimeout,
    'dry-run': dryRun,
    output: outputFormat(['text', 'json', 'yaml']),
  }

  override async run(): Promise<void> {
    const { args, flags } = await this.parse(SetSize)
    const mode = flags['dry-run']
    const size = wantedSize(flags)
    const cluster = await this.connect(flags)
    const request = { names: args.node ?? [], selector: flags.selector, size, timeoutMs: flags.timeout, dryRun: mode }
    const resizing = resizeNodes({ cluster, clock }, request, this.limits)
    const items = await this.during(flags, 'waiting for the kubelets', resizing)
    await this.printResult(flags.output, {
      kind: 'ResizeReport',
      data: { dryRun: mode, items: items.map(({ node, outcome }) => changeData(node, outcome)) },
      text: () => items.map(({ outcome }) => (outcome.value ? changedLine(outcome.value, mode) : '')).join(''),
    })
    this.finishWith(items.map(({ outcome }) => outcome.failure))
  }
}
