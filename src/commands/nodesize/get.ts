import { string as argument } from '@oclif/core/args'
import { selector } from '../../lib/cli/flags/flags.ts'
import { selectNodes } from '../../lib/cli/flags/node-selection.ts'
import { isTable, type ListFormat, listFlags, listOutput } from '../../lib/cli/flags/output-format.ts'
import { watchFlags } from '../../lib/cli/flags/watch-flags.ts'
import { WatchCommand } from '../../lib/cli/shell/watch-command.ts'
import { type KeptSize, type KeptSurvey, surveyKept } from '../../lib/flows/sizes/kept-sizes.ts'
import { nodesNotFound, survey } from '../../lib/flows/sizes/survey.ts'
import { systemClock as clock } from '../../lib/host/clock.ts'
import type { Limits } from '../../lib/ports/limits.ts'
import { keptSizesView } from '../../lib/render/kept-sizes-view.ts'
import { sizesView } from '../../lib/render/sizes-view.ts'

export default class Get extends WatchCommand {
  static override summary = 'Show the size and the free capacity of nodes.'
  static override description = [
    'SIZE is allocatable minus the balloon. FREE is SIZE minus the requests of all other pods.',
    '-o wide adds the size that the node is to keep (WISH), the balloon, the requests, and why a node is not ready.',
  ].join('\n')
  static override examples = [
    '<%= config.bin %> get',
    '<%= config.bin %> get node-a -o json',
    '<%= config.bin %> get -l pool=batch -o wide',
    '<%= config.bin %> get node-a --watch',
    {
      description: 'Sorted by free memory, smallest first:',
      command: '<%= config.bin %> get --sort-by=.free.memory',
    },
  ]
  static override args = { node: argument({ description: 'Name of a node; all nodes without one.', multiple: true }) }
  static override flags = { selector, output: listOutput, ...listFlags, ...watchFlags }

  override async run(): Promise<void> {
    const { args, flags, metadata } = await this.parse(Get)
    const selection = selectNodes(args.node, flags.selector)
    const what = 'reading nodes and pods'
    const isWatch = this.isWatch(flags)
    const cluster = await this.connect(flags)
    if (isWatch) {
      const { watchSizes } = await import('../../lib/flows/sizes/watch-sizes.ts')
      const follow = (limits: Limits) => watchSizes({ cluster, clock }, selection, limits)
      return this.printNews(follow, { flags, metadata, view: sizesView, what })
    }
    const withWishes = showsWishes(flags.output)
    const read: Promise<KeptSurvey> = (withWishes ? surveyKept : survey)(cluster, selection, this.limits)
    const { sizes, unknown, warnings } = await this.during(flags, what, read)
    await this.sayFacts(flags, { warnings })
    const missing = nodesNotFound(unknown)
    if (sizes.length === 0 && missing !== undefined) throw missing
    if (sizes.length === 0 && isTable(flags.output)) this.progress(flags).note('no nodes found')
    await this.printRows<KeptSize>(sizes, withWishes ? keptSizesView : sizesView, { flags })
    if (missing !== undefined) throw missing
  }
}

/** The table has no room for them, and a name needs none: they are not read. */
const showsWishes = (format: ListFormat): boolean => format !== 'table' && format !== 'name'
