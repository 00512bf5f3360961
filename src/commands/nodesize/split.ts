import { hostAmounts, hostFlags, hostNodes, hostOf, partsOf, weights, without } from '../../lib/cli/flags/host-flags.ts'
import { WriteCommand } from '../../lib/cli/shell/write-command.ts'
import { systemClock as clock } from '../../lib/machine/clock.ts'
import { describeSplit, splitReport } from '../../lib/sizes/split/output.ts'
import { partsOnHost, planSplit } from '../../lib/sizes/split/split.ts'
import { applySplit } from '../../lib/sizes/split/split-apply.ts'
import { resized, resizeFlags, shrinkFlags } from '../resize-command.ts'

const { timeout, 'dry-run': dryRun, output } = resizeFlags
const { 'no-cordon': noCordon } = shrinkFlags

export default class Split extends WriteCommand {
  static override summary = 'Split a host between the nodes that run on it.'
  static override description =
    `Each kubelet of a machine offers all of it. After a split, the sizes sum exactly to the host, in millicores and bytes.
Nodes get smaller first, and larger only when the host has the room: at no moment do they exceed it together.
If a node does not get smaller, those that need its room stay as they are.
Prints the plan first. If one node cannot have its share, or another node of the host would have too much beside
them, no node is resized.`
  static override examples = [
    '<%= config.bin %> split --host-of node-a',
    '<%= config.bin %> split --nodes node-a,node-b,node-c',
    {
      description: 'Half of it for the first node:',
      command: '<%= config.bin %> split --nodes node-a,node-b,node-c --weights 2,1,1',
    },
    {
      description: 'A part of the host:',
      command: '<%= config.bin %> split --nodes node-a,node-b --host-cpu 8 --host-memory 32Gi',
    },
  ]
  static override flags = {
    ...{ nodes: hostNodes, 'host-of': hostOf, weights, without, ...hostFlags },
    ...{ 'no-cordon': noCordon, timeout, 'dry-run': dryRun, output },
  }

  override async run(): Promise<void> {
    const { flags } = await this.parse(Split)
    const mode = flags['dry-run']
    const parts = partsOf(flags)
    const host = flags['host-of'] ?? ''
    const request = {
      ...{ host: hostAmounts(flags), without: flags.without },
      ...{ timeoutMs: flags.timeout, dryRun: mode, noCordon: flags['no-cordon'] },
    }
    const cluster = await this.connect(flags)
    await this.carryOut(flags, {
      planning: 'reading nodes and pods',
      plan: async () => {
        const known =
          parts ?? (await partsOnHost({ cluster, clock }, { hostOf: host, without: flags.without }, this.limits))
        return planSplit({ cluster, clock }, { ...request, parts: known }, this.limits)
      },
      describe: describeSplit,
      question: () => undefined,
      applying: 'waiting for the kubelets',
      apply: async (plan) => {
        const items = await applySplit({ cluster, clock }, plan, this.limits)
        return { kind: 'SplitReport', data: splitReport(plan, items), ...resized(items, mode) }
      },
    })
  }
}
