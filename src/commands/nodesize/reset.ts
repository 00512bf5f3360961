import { string as argument } from '@oclif/core/args'
import { systemClock as clock } from '../../lib/cli/clock.ts'
import { ClusterCommand } from '../../lib/cli/cluster-command.ts'
import { dryRun, outputFormat, selector } from '../../lib/cli/flags.ts'
import { kubeletTimeout } from '../../lib/cli/size-flags.ts'
import { resizeNodes } from '../../lib/flows/resize-nodes.ts'
import { changeData, changedLine } from '../../lib/render/sizes.ts'

export default class Reset extends ClusterCommand {
  static override summary = 'Give nodes their full size back.'
  static override description =
    'The balloon shrinks to its floor of 1m cpu and 16Mi memory; the same as set --cpu max --memory max.'
  static override examples = ['<%= config.bin %> reset node-a node-b', '<%= config.bin %> reset -l pool=batch']
  static override args = { node: argument({ description: 'Name of a node.', multiple: true }) }
  static override flags = {
    selector,
    timeout: kubeletTimeout,
    'dry-run': dryRun,
    output: outputFormat(['text', 'json', 'yaml']),
  }

  override async run(): Promise<void> {
    const { args, flags } = await this.parse(Reset)
    const mode = flags['dry-run']
    const cluster = await this.connect(flags)
    const size = { cpu: { kind: 'max' }, memory: { kind: 'max' } } as const
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
