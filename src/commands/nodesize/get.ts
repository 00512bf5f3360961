import type { ListFormat } from '../../lib/cli/flags/output-format.ts'
import { watchFlags } from '../../lib/cli/flags/watch-flags.ts'
import { systemClock as clock } from '../../lib/machine/clock.ts'
import type { Limits } from '../../lib/ports/limits.ts'
import type { ListedSize } from '../../lib/sizes/list/list-sizes.ts'
import { listedSizesView } from '../../lib/sizes/list/listed-sizes-view.ts'
import { SizeListCommand, sizeListArgs, sizeListFlags } from '../size-list-command.ts'

export default class Get extends SizeListCommand {
  static override summary = 'Show the size and the free capacity of nodes.'
  static override description = [
    'SIZE is allocatable minus the balloon. FREE is SIZE minus the requests of all other pods.',
    '-o wide adds the size that the node is to keep (DESIRED), what its machine has by autoscale (MACHINE), the balloon,',
    'the requests, and why a node is not ready.',
  ].join('\n')
  static override examples = [
    '<%= config.bin %> get',
    '<%= config.bin %> get node-a -o json',
    '<%= config.bin %> get -l pool=batch -L topology.kubernetes.io/zone -o wide',
    '<%= config.bin %> get node-a --watch',
    {
      description: 'Sorted by free memory, smallest first:',
      command: '<%= config.bin %> get --sort-by=.free.memory',
    },
    {
      description: 'In CI: fail if a node has less than 500m cpu free:',
      command: "<%= config.bin %> get --fail-if 'free.cpu<500m'",
    },
  ]
  static override args = sizeListArgs
  static override flags = { ...sizeListFlags, ...watchFlags }

  override async run(): Promise<void> {
    const { args, flags, metadata } = await this.parse(Get)
    const selection = this.selectNodes(args.node, flags.selector)
    const isWatch = this.isSizeWatch(flags)
    const view = this.labelled<ListedSize>(listedSizesView, flags, (size) => size)
    const desiredSizes = showsDesiredSizes(flags.output)
    const cluster = await this.connect(flags)
    if (isWatch) {
      const { watchSizes } = await import('../../lib/sizes/list/watch-sizes.ts')
      const follow = (limits: Limits) => watchSizes({ cluster, clock }, { selection, desiredSizes }, limits)
      return this.printNews(follow, { flags, metadata, view, what: 'reading nodes and pods' })
    }
    const print = (sizes: readonly ListedSize[]) => this.printRows(sizes, view, { flags })
    await this.list(cluster, { flags, selection, parts: { desiredSizes }, print })
  }
}

/** The table has no room for them, and a name needs none: they are not read. */
const showsDesiredSizes = (format: ListFormat): boolean => format !== 'table' && format !== 'name'
