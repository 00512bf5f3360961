import { isTable } from '../../lib/cli/flags/output-format.ts'
import { watchFlags } from '../../lib/cli/flags/watch-flags.ts'
import { drawsBlocks } from '../../lib/cli/terminal/draws-blocks.ts'
import { systemClock as clock } from '../../lib/machine/clock.ts'
import type { View } from '../../lib/output/view.ts'
import type { Limits } from '../../lib/ports/limits.ts'
import type { ListedSize } from '../../lib/sizes/list/list-sizes.ts'
import { ascii, blocks, legendOf } from '../../lib/sizes/list/top-bar.ts'
import { topBars } from '../../lib/sizes/list/top-bars.ts'
import { fleetData, fleetOf, isFleet, type TopLine, topTable, topView } from '../../lib/sizes/list/top-view.ts'
import { fullestFirst } from '../../lib/sizes/plan/fullness.ts'
import { SizeListCommand, sizeListArgs, sizeListFlags } from '../size-list-command.ts'

export default class Top extends SizeListCommand {
  static override summary = 'Show how full nodes are: by requests, and by usage.'
  static override description = `The fullest node first, and what all nodes have together last.
REQUESTED and USED are also in percent of the size. USED is of the whole node, and requires the metrics API.
DRIFT is by how much a node is larger than the size that it is to keep. A terminal gets bars.
-o wide adds amounts, the version of the kubelet, and why a node is not ready.`
  static override examples = [
    '<%= config.bin %> top',
    '<%= config.bin %> top -l pool=batch -L topology.kubernetes.io/zone',
    '<%= config.bin %> top --sort-by=.usedPercent.memory',
    '<%= config.bin %> top node-a --watch',
    { description: 'In CI: fail if a node is full:', command: "<%= config.bin %> top --fail-if 'free.memory<10%'" },
  ]
  static override args = sizeListArgs
  static override flags = { ...sizeListFlags, ...watchFlags }

  override async run(): Promise<void> {
    const { args, flags, metadata } = await this.parse(Top)
    const selection = this.selectNodes(args.node, flags.selector)
    const isWatch = this.isSizeWatch(flags)
    const cluster = await this.connect(flags)
    const { output } = flags
    const print = (sizes: readonly ListedSize[]) =>
      isTable(output) || output === 'name' ? this.#printTable(sizes, flags) : this.#printData(sizes, flags)
    // A name needs neither.
    const parts = { desiredSizes: output !== 'name', usage: output !== 'name' }
    if (isWatch) {
      const { watchSizes } = await import('../../lib/sizes/list/watch-sizes.ts')
      const follow = (limits: Limits) => watchSizes({ cluster, clock }, { selection, ...parts }, limits)
      const view = (first: readonly ListedSize[]) => this.#watchView(flags, first)
      return this.printNews(follow, { flags, metadata, view, what: 'reading nodes and pods' })
    }
    await this.list(cluster, { flags, selection, parts, print })
  }

  /** There is no line of all nodes, and the fullest is not first: rows are printed as they change. */
  #watchView(flags: TopFlags, first: readonly ListedSize[]): View<ListedSize> {
    const { width } = this.output.surface
    const glyphs = drawsBlocks() ? blocks : ascii
    const table =
      width !== undefined ? topBars(first, { glyphs, width, isWatch: true, isWide: flags.output === 'wide' }) : topTable
    const { columns, wide } = this.labelled<TopLine>(table, flags, (line) => (isFleet(line) ? undefined : line))
    return { ...topView, columns, wide }
  }

  async #printData(sizes: readonly ListedSize[], flags: TopFlags): Promise<void> {
    const summary = fleetData(fleetOf(sizes))
    await this.printRows(sizes, topView, { flags, asList: (items) => ({ summary, items }) })
  }

  /** The line of all nodes is omitted with the header: what is left is one line for each node. */
  async #printTable(sizes: readonly ListedSize[], flags: TopFlags): Promise<void> {
    const { 'sort-by': order, 'no-headers': isBare } = flags
    const ordered = order === undefined ? fullestFirst(sizes) : order.sort(sizes, topView.data)
    const lines = isBare || sizes.length < 2 ? ordered : [...ordered, fleetOf(sizes)]
    const { width } = this.output.surface
    const hasBars = width !== undefined && isTable(flags.output)
    const glyphs = drawsBlocks() ? blocks : ascii
    const view = hasBars ? topBars(lines, { glyphs, width, isWide: flags.output === 'wide' }) : topTable
    const labelled = this.labelled<TopLine>(view, flags, (line) => (isFleet(line) ? undefined : line))
    await this.printRows(lines, labelled, { flags: { ...flags, 'sort-by': undefined } })
    if (hasBars && !isBare && sizes.length > 0) this.printText([[['faint', legendOf(glyphs, hasCordoned(sizes))]]])
  }
}

const hasCordoned = (sizes: readonly ListedSize[]): boolean => sizes.some(({ node }) => node.scheduling.unschedulable)

type TopFlags = Parameters<SizeListCommand['list']>[1]['flags'] & Parameters<SizeListCommand['printRows']>[2]['flags']
