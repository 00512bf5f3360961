import { someHostNodes } from '../../lib/cli/flags/host-flags.ts'
import { isTable, listOutput, templateFlags } from '../../lib/cli/flags/output-format.ts'
import { ClusterCommand } from '../../lib/cli/shell/cluster-command.ts'
import { findShares } from '../../lib/sizes/split/share.ts'
import { linesOf, sharesView, shareTable } from '../../lib/sizes/split/share-view.ts'

export default class Share extends ClusterCommand {
  static override summary = 'Show the hosts that several nodes share, and whether the sizes fit.'
  static override description =
    `Nodes with the same boot ID run on the same kernel, and so on one host. With --nodes, those nodes count as one host:
virtual machines have kernels of their own.
The line of all nodes has the sum of their sizes, and what the host has: the largest allocatable of the nodes.
Exceeded: together, the nodes offer more than the host has; nodesize split gives each its part.`
  static override examples = ['<%= config.bin %> share', '<%= config.bin %> share --nodes node-a,node-b -o json']
  static override flags = { nodes: someHostNodes, output: listOutput, ...templateFlags }

  override async run(): Promise<void> {
    const { flags } = await this.parse(Share)
    const cluster = await this.connect(flags)
    const reading = findShares(cluster, flags.nodes, this.limits)
    const { hosts, warnings } = await this.during(flags, 'reading nodes and pods', reading)
    await this.sayFacts(flags, { warnings })
    if (hosts.length === 0 && isTable(flags.output)) this.progress(flags).note('no nodes share a host')
    if (isTable(flags.output) || flags.output === 'name') return this.printRows(linesOf(hosts), shareTable, { flags })
    return this.printRows(hosts, sharesView, { flags })
  }
}
