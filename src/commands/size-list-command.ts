import { string as argument } from '@oclif/core/args'
import { selector } from '../lib/cli/flags/flags.ts'
import { labelColumns } from '../lib/cli/flags/label-columns-flag.ts'
import { selectNodes } from '../lib/cli/flags/node-selection.ts'
import { isTable, type ListFormat, listFlags, listOutput } from '../lib/cli/flags/output-format.ts'
import { failIf } from '../lib/cli/flags/threshold-flag.ts'
import { WatchCommand } from '../lib/cli/shell/watch-command.ts'
import type { WatchFlags } from '../lib/cli/shell/watch-printer.ts'
import { usage } from '../lib/cli/usage/usage.ts'
import type { OpenCluster } from '../lib/connect/cluster.ts'
import type { NodeSelection } from '../lib/nodes/node-selection.ts'
import { withLabels } from '../lib/output/label-columns.ts'
import type { View } from '../lib/output/view.ts'
import { partsFor } from '../lib/sizes/list/judge-sizes.ts'
import { type ListedParts, type ListedSize, listSizes } from '../lib/sizes/list/list-sizes.ts'
import type { NodeTotals } from '../lib/sizes/model/node-size.ts'
import type { Threshold } from '../lib/sizes/plan/threshold.ts'
import { nodesNotFound } from '../lib/sizes/resize/survey.ts'

export const sizeListArgs = {
  node: argument({ description: 'Name of a node; all nodes without one.', multiple: true }),
}

export const sizeListFlags = {
  selector,
  output: listOutput,
  ...listFlags,
  'label-columns': labelColumns,
  'fail-if': failIf,
}

interface SizeListFlags {
  readonly quiet: boolean
  readonly output: ListFormat
  readonly 'label-columns'?: readonly (readonly string[])[] | undefined
  readonly 'fail-if'?: readonly Threshold[] | undefined
}

interface Asked {
  readonly flags: SizeListFlags
  readonly selection: NodeSelection
  readonly parts: ListedParts
  readonly print: (sizes: readonly ListedSize[]) => Promise<void>
}

/** A command that lists the sizes of nodes, and judges them. */
export abstract class SizeListCommand extends WatchCommand {
  protected readonly selectNodes = selectNodes

  /** Throws Failure 'usage' for a watch that would have to judge. */
  protected isSizeWatch(flags: WatchFlags & SizeListFlags): boolean {
    const isWatch = this.isWatch(flags)
    if (isWatch && flags['fail-if'] !== undefined)
      throw usage('ConflictingFlags', '--fail-if and --watch are mutually exclusive')
    return isWatch
  }

  /** Reads, prints and judges the nodes: exits with 1 if one fails a threshold, with 3 if one does not exist. */
  protected async list(cluster: OpenCluster, { flags, selection, parts, print }: Asked): Promise<void> {
    const thresholds = flags['fail-if'] ?? []
    const needed = partsFor(thresholds)
    const all = {
      desiredSizes: (parts.desiredSizes ?? false) || (needed.desiredSizes ?? false),
      usage: (parts.usage ?? false) || (needed.usage ?? false),
    }
    const reading = listSizes(cluster, selection, all, this.limits)
    const { sizes, unknown, ...said } = await this.during(flags, 'reading nodes and pods', reading)
    await this.sayFacts(flags, said)
    const missing = nodesNotFound(unknown)
    if (sizes.length === 0 && missing !== undefined) throw missing
    if (sizes.length === 0 && isTable(flags.output)) this.progress(flags).note('no nodes found')
    await print(sizes)
    if (thresholds.length > 0) await this.#judge(sizes, thresholds)
    if (missing !== undefined) throw missing
  }

  async #judge(sizes: readonly ListedSize[], thresholds: readonly Threshold[]): Promise<void> {
    const { judgeSizes } = await import('../lib/sizes/list/judge-sizes.ts')
    const failed = judgeSizes(sizes, thresholds)
    await this.sayErrors(failed)
    if (failed.length > 0) this.exitWith('differs')
  }

  /** With the columns of -L. */
  protected labelled<Row>(
    view: View<Row>,
    flags: SizeListFlags,
    nodeOf: (row: Row) => NodeTotals | undefined,
  ): View<Row> {
    const keys = (flags['label-columns'] ?? []).flat()
    if (keys.length === 0) return view
    return withLabels(view, keys, {
      labelsOf: (row) => nodeOf(row)?.node.labels,
      isWide: flags.output === 'wide',
    })
  }
}
