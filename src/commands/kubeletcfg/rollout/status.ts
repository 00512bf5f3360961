import { boolean } from '@oclif/core/flags'
import type { ConnectionFlags } from '../../../lib/cli/flags/connection-flags.ts'
import { type ObjectFormat, objectOutput, templateFlags } from '../../../lib/cli/flags/output-format.ts'
import { rolloutTimeout } from '../../../lib/cli/flags/rollout-timeout-flag.ts'
import { watchFlags } from '../../../lib/cli/flags/watch-flags.ts'
import { WatchCommand, type WatchOptions } from '../../../lib/cli/shell/watch-command.ts'
import type { WatchFlags } from '../../../lib/cli/shell/watch-printer.ts'
import { drawsBlocks } from '../../../lib/cli/terminal/draws-blocks.ts'
import { usage } from '../../../lib/cli/usage/usage.ts'
import { concurrently } from '../../../lib/cluster/concurrently.ts'
import type { OpenCluster } from '../../../lib/connect/cluster.ts'
import { controllerLeads } from '../../../lib/fleet/rollout/controller-leads.ts'
import { type RolloutStatus, rolloutStatusView } from '../../../lib/fleet/rollout/output.ts'
import { readRolloutView, rolloutIn } from '../../../lib/fleet/rollout/read-rollout.ts'
import { lineChanges, type Screen, statusLines, statusLineView } from '../../../lib/fleet/rollout/status-lines.ts'
import { TriedProbes } from '../../../lib/fleet/rollout/tried-probes.ts'
import { WatchedPods } from '../../../lib/fleet/rollout/watched-pods.ts'
import { waveAscii, waveBlocks } from '../../../lib/fleet/rollout/wave-bar.ts'
import { systemClock as clock } from '../../../lib/machine/clock.ts'
import type { Limits } from '../../../lib/ports/limits.ts'

export default class Status extends WatchCommand {
  static override summary = 'Show how far the rollout of the global document is, and what it waits for.'
  static override description =
    `Without a rollout, it shows what is promoted, and how the last rollout ended. A terminal gets a bar for each wave.
--watch prints each line again that changes. --wait waits until the document that is stored now is promoted, and moves
nothing: rollout run or the controller does. It ends at once where only a person can go on.
Exit codes of --wait: 0: promoted, or nothing to roll out; 7: not done yet; 9: aborted; 4: another document was stored.
Without it: 0, whatever is shown.`
  static override examples = [
    '<%= config.bin %> rollout status',
    '<%= config.bin %> rollout status --watch',
    {
      description: 'In a pipeline, where the controller moves rollouts:',
      command: 'kubeletcfg push -f kubelet.yaml --global --yes && <%= config.bin %> rollout status --wait --timeout 2h',
    },
    { description: 'For scripts:', command: '<%= config.bin %> rollout status -o jsonpath={.phase}' },
  ]
  static override flags = {
    output: objectOutput,
    ...templateFlags,
    ...watchFlags,
    wait: boolean({ summary: 'Wait until the rollout is over.' }),
    timeout: rolloutTimeout('How long --wait waits.'),
  }

  override async run(): Promise<void> {
    const { flags, metadata } = await this.parse(Status)
    const isWatch = this.isWatch(asListed(flags))
    if (isWatch && flags.wait) throw usage('ConflictingFlags', '--watch and --wait are mutually exclusive')
    const cluster = await this.connect(flags)
    if (isWatch) return this.#watch(cluster, flags, metadata)
    if (!flags.wait) return this.#printStatus(await this.#read(cluster, flags), flags)
    const { last, failure } = await this.#wait(cluster, flags)
    if (last !== undefined) await this.#printStatus(last, flags)
    await this.finishWith([failure])
  }

  async #read(cluster: OpenCluster, flags: Flags): Promise<RolloutStatus> {
    const reads = concurrently([readRolloutView(cluster, this.limits), controllerLeads(cluster, this.limits)])
    const [view, leads] = await this.during(flags, reading, reads)
    const rollout = rolloutIn(view.stored)
    const looks = concurrently([
      new WatchedPods(cluster.podSigns, clock).seenIn(view, this.limits),
      new TriedProbes(cluster.probes, clock).seenIn(view, this.limits),
    ])
    const [pods, probes] = await this.during(flags, 'reading pods', looks)
    return { view: { ...view, pods, probes }, leads, rollout }
  }

  async #watch(cluster: OpenCluster, flags: Flags, metadata: WatchOptions<never>['metadata']): Promise<void> {
    const { watchedLines, watchRollout } = await import('../../../lib/fleet/rollout/watch-rollout.ts')
    const follow = (limits: Limits) => watchRollout({ cluster, clock }, limits)
    const options = { flags: asListed(flags), metadata, what: reading }
    if (flags.output !== 'text')
      return this.printNews(follow, { ...options, view: rolloutStatusView, asList: ([only = {}]) => only })
    const lines = (limits: Limits) => watchedLines(follow(limits), this.#screen)
    return this.printNews(lines, { ...options, view: statusLineView })
  }

  async #wait(cluster: OpenCluster, flags: Flags) {
    const { waitForRollout } = await import('../../../lib/fleet/rollout/wait-for-rollout.ts')
    const progress = this.progress(flags)
    const changesIn = lineChanges()
    progress.doing(reading)
    const ended = await waitForRollout(
      {
        ...{ cluster, clock },
        report: (status) => {
          for (const { text } of changesIn(statusLines(status))) progress.note(text)
          progress.doing('waiting for the rollout')
        },
        notice: (fact) => void this.sayNotice(flags, fact),
      },
      { timeoutMs: flags.timeout },
      this.limits,
    )
    progress.done()
    return ended
  }

  async #printStatus(status: RolloutStatus, flags: Flags): Promise<void> {
    const { output } = flags
    if (output !== 'text') return this.printObject(status, rolloutStatusView, { ...flags, output })
    this.printText(
      statusLines(status, this.#screen).map(({ tone, text }) => [tone === undefined ? text : [tone, text]]),
    )
  }

  get #screen(): Screen | undefined {
    const { width } = this.output.surface
    return width === undefined ? undefined : { width, glyphs: drawsBlocks() ? waveBlocks : waveAscii }
  }
}

const reading = 'reading the cluster'

interface Flags extends ConnectionFlags, Omit<WatchFlags, 'output'> {
  readonly quiet: boolean
  readonly output: ObjectFormat
  readonly timeout: number
}

/** For people, each line is a row of a table without a header. */
const asListed = <F extends Omit<WatchFlags, 'output'> & Pick<Flags, 'output'>>(flags: F) => {
  const { output } = flags
  return output === 'text' ? { ...flags, output: 'table' as const, 'no-headers': true } : { ...flags, output }
}
