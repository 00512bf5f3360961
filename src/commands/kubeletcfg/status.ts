import { string as argument } from '@oclif/core/args'
import { selector } from '../../lib/cli/flags/flags.ts'
import { selectNodes } from '../../lib/cli/flags/node-selection.ts'
import { isTable, listFlags, listOutput } from '../../lib/cli/flags/output-format.ts'
import { type WaitFlags, waitFlags } from '../../lib/cli/flags/wait-flags.ts'
import { watchFlags } from '../../lib/cli/flags/watch-flags.ts'
import type { AsList } from '../../lib/cli/shell/listing.ts'
import { WatchCommand } from '../../lib/cli/shell/watch-command.ts'
import { usage } from '../../lib/cli/usage/usage.ts'
import type { OpenCluster } from '../../lib/connect/cluster.ts'
import type { NodeStatus } from '../../lib/fleet/status/node-status.ts'
import { nodeStatusView } from '../../lib/fleet/status/node-status-view.ts'
import { hintsOfAll } from '../../lib/fleet/status/output.ts'
import { readStatuses } from '../../lib/fleet/status/read-statuses.ts'
import { awaitedNow } from '../../lib/fleet/wait/awaited-documents.ts'
import { systemClock as clock } from '../../lib/machine/clock.ts'
import type { NodeSelection } from '../../lib/nodes/node-selection.ts'
import { factsData } from '../../lib/output/facts-data.ts'
import type { Limits } from '../../lib/ports/limits.ts'
import { nodesNotFound } from '../../lib/sizes/resize/survey.ts'
import type { Ended } from '../wait-for-kubelets.ts'

export default class Status extends WatchCommand {
  static override summary = 'Show which configuration the kubelets run, as their agents report it.'
  static override description = [
    'ASSIGNED is the newest document that the agent has seen, ACTIVE what the kubelet runs; local: the files of the node.',
    'STATE is the phase of the agent; or NoAgent, Stale (nothing heard for 15 minutes), Unreadable,',
    'Pending (the cluster has a newer document), Drifted (another program changed the file on the node)',
    'Failing (the kubelet does not stay up, though nothing was changed) or Unreachable (nothing is heard of it).',
    '-o wide adds the last known good configuration, the time left of a trial, opt-outs, shadowed fields and the cause.',
  ].join('\n')
  static override examples = [
    '<%= config.bin %> status',
    '<%= config.bin %> status node-a -o wide',
    '<%= config.bin %> status -l pool=batch --watch',
    { description: 'Until all kubelets run their documents:', command: '<%= config.bin %> status --wait' },
    {
      description: 'Nodes whose kubelet does not run what it should:',
      command: `<%= config.bin %> status -o jsonpath='{.items[?(@.reason)].node}'`,
    },
  ]
  static override args = { node: argument({ description: 'Name of a node; all nodes without one.', multiple: true }) }
  static override flags = { selector, output: listOutput, ...listFlags, ...watchFlags, ...waitFlags }

  override async run(): Promise<void> {
    const { args, flags, metadata } = await this.parse(Status)
    const selection = selectNodes(args.node, flags.selector)
    const what = 'reading nodes and documents'
    const isWatch = this.isWatch(flags)
    if (isWatch && flags.wait) throw usage('ConflictingFlags', '--watch and --wait are mutually exclusive')
    const cluster = await this.connect(flags)
    const view = nodeStatusView(() => cluster.now())
    if (isWatch) {
      const { watchStatuses } = await import('../../lib/fleet/status/watch-statuses.ts')
      const follow = (limits: Limits) => watchStatuses({ cluster, clock }, selection, limits)
      return this.printNews(follow, { flags, metadata, view, asList, what })
    }
    const ended = flags.wait ? await this.#wait(cluster, selection, flags) : undefined
    const read = readStatuses(cluster, selection, this.limits)
    const { rows, unknown, warnings } = await this.during(flags, what, read)
    await this.sayFacts(flags, { warnings })
    const missing = nodesNotFound(unknown)
    if (rows.length === 0 && missing !== undefined) throw missing
    await this.printRows(rows, view, { flags, asList: (items) => asList(items, warnings) })
    if (rows.length === 0 && isTable(flags.output)) this.progress(flags).note('no nodes found')
    this.#sayCauses(rows, flags, ended)
    if (missing !== undefined) throw missing
    if (ended !== undefined) await this.finishWith(ended.failures)
  }

  /** A wait that failed says what to do, beside what it waited for. */
  #sayCauses(rows: readonly NodeStatus[], flags: { output: unknown; quiet: boolean }, ended: Ended | undefined): void {
    const progress = this.progress(flags)
    if (flags.output === 'table' && rows.some(({ why }) => why !== undefined)) progress.note('-o wide shows the causes')
    if (flags.output !== 'wide' || (ended?.failures ?? []).length > 0) return
    for (const hint of hintsOfAll(rows)) progress.hint(hint)
  }

  async #wait(cluster: OpenCluster, selection: NodeSelection, flags: WaitFlags & { quiet: boolean }): Promise<Ended> {
    const statuses = await readStatuses(cluster, selection, this.limits)
    const missing = nodesNotFound(statuses.unknown)
    if (missing !== undefined) throw missing
    const { waitHere } = await import('../wait-for-kubelets.ts')
    const waiting = { after: 'status', awaited: await awaitedNow(statuses), flags } as const
    const progress = this.progress(flags)
    const ended = await waitHere(cluster, waiting, {
      progress,
      notice: (fact) => void this.sayNotice(flags, fact),
      limits: this.limits,
    })
    progress.done()
    return ended
  }
}

const asList: AsList = (items, warnings) => ({ items, warnings: factsData(warnings) })
