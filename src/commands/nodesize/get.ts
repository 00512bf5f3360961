import { string as argument } from '@oclif/core/args'
import { outputFormat, selector } from '../../lib/cli/flags/flags.ts'
import { selectNodes } from '../../lib/cli/flags/node-selection.ts'
import { ClusterCommand } from '../../lib/cli/shell/cluster-command.ts'
import { nodesNotFound, survey } from '../../lib/flows/sizes/survey.ts'
import type { Column } from '../../lib/render/column.ts'
import { showRoundedDown, showRoundedUp, sizeData, toneOfState } from '../../lib/render/sizes.ts'
import type { NodeSize } from '../../lib/sizing/node-size.ts'
import { messageOf } from '../../lib/words/describe.ts'

const columns: Column<NodeSize>[] = [
  { header: 'NODE', value: ({ node }) => node.name },
  { header: 'SIZE', value: ({ size }) => showRoundedDown(size) },
  { header: 'ALLOCATABLE', value: ({ allocatable }) => showRoundedDown(allocatable) },
  { header: 'BALLOON', value: ({ balloon }) => showRoundedUp(balloon) },
  { header: 'REQUESTED', value: ({ requested }) => showRoundedUp(requested) },
  { header: 'FREE', value: ({ free }) => showRoundedDown(free) },
  { header: 'STATE', value: ({ state }) => state, tone: ({ state }) => toneOfState[state] },
]
const wideColumns: Column<NodeSize>[] = [
  ...columns,
  { header: 'POD', value: ({ balloonState }) => ('pod' in balloonState ? balloonState.pod.metadata.name : '-') },
  { header: 'KUBELET', value: ({ node }) => node.kubeletVersion },
  { header: 'MESSAGE', value: ({ why }) => (why === undefined ? '-' : messageOf(why)) },
]

export default class Get extends ClusterCommand {
  static override summary = 'Show the size and the free capacity of nodes.'
  static override description =
    'SIZE is allocatable without the balloon; REQUESTED is what pods other than the balloon request; FREE is the difference.'
  static override examples = [
    '<%= config.bin %> get',
    '<%= config.bin %> get node-a -o json',
    '<%= config.bin %> get -l pool=batch -o wide',
  ]
  static override args = { node: argument({ description: 'Name of a node; all nodes without one.', multiple: true }) }
  static override flags = { selector, output: outputFormat(['table', 'wide', 'json', 'yaml', 'name']) }

  override async run(): Promise<void> {
    const { args, flags } = await this.parse(Get)
    const { output } = flags
    const selection = selectNodes(args.node, flags.selector)
    const cluster = await this.connect(flags)
    const reading = survey(cluster, selection, this.limits)
    const { sizes, unknown, warnings } = await this.during(flags, 'reading nodes and pods', reading)
    await this.sayFacts(flags, { warnings })
    const missing = nodesNotFound(unknown)
    if (sizes.length === 0 && missing !== undefined) throw missing
    if (sizes.length === 0) this.progress(flags).note('no nodes found')
    if (output === 'name') this.printText(sizes.map(({ node }) => `node/${node.name}\n`).join(''))
    else if (output === 'json' || output === 'yaml')
      await this.printData(output, { kind: 'NodeSizeList', data: { items: sizes.map(sizeData) } })
    else if (sizes.length > 0) this.printTable(sizes, output === 'wide' ? wideColumns : columns)
    if (missing !== undefined) throw missing
  }
}
