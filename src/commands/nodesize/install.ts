import { boolean } from '@oclif/core/flags'
import type { ConnectionFlags } from '../../lib/cli/flags/connection-flags.ts'
import { dryRun, duration, outputFormat, yes } from '../../lib/cli/flags/flags.ts'
import { imageReference } from '../../lib/cli/flags/image-flag.ts'
import { version } from '../../lib/cli/shell/build.ts'
import { type Applied, WriteCommand } from '../../lib/cli/shell/write-command.ts'
import type { WatchFact } from '../../lib/cluster/watch-messages.ts'
import type { OpenCluster } from '../../lib/connect/cluster.ts'
import { systemClock as clock } from '../../lib/machine/clock.ts'
import type { Failure } from '../../lib/message/failure.ts'
import type { DryRunMode } from '../../lib/ports/limits.ts'
import type { Readiness } from '../../lib/sizes/install/balloons-ready.ts'
import { type InstallPlan, planInstall, planOffline } from '../../lib/sizes/install/install.ts'
import { applyInstall } from '../../lib/sizes/install/install-apply.ts'
import { describeInstall, installedLines, waitingText } from '../../lib/sizes/install/output.ts'
import { defaultImage } from '../../lib/sizes/manifests/manifests.ts'

interface InstallFlags extends ConnectionFlags {
  readonly quiet: boolean
  readonly 'dry-run': DryRunMode
  readonly wait: boolean
  readonly timeout: number
}

export default class Install extends WriteCommand {
  static override summary =
    'Install the balloon DaemonSet, its PriorityClass, a store of sizes, and a role for operators.'
  static override description = `Nodes with the label nodesize.kubeletcfg.dev/enabled=true get a balloon.
Checks first that the cluster can resize pods, your permissions, and that no LimitRange or ResourceQuota is in the way.
An omitted flag keeps what is installed; running it again changes nothing.
Asks for confirmation when nodes would lose their balloon, and with it their size.`
  static override examples = [
    '<%= config.bin %> install',
    { description: 'To keep in git:', command: '<%= config.bin %> install --dry-run=client -o yaml > nodesize.yaml' },
    { description: 'Without a registry:', command: '<%= config.bin %> install --image registry.example/pause:3.10' },
  ]
  static override flags = {
    'all-nodes': boolean({ summary: 'Every linux node, or with --no-all-nodes those with the label.', allowNo: true }),
    image: imageReference({
      summary: `Image of the balloon: any image that sleeps. A new installation uses ${defaultImage}.`,
      helpValue: 'IMAGE',
    }),
    wait: boolean({ summary: 'Wait until the balloons of all selected nodes are ready.' }),
    timeout: duration({
      summary: 'How long --wait waits for the balloons.',
      default: 120_000,
      defaultHelp: async () => '2m',
    }),
    'dry-run': dryRun,
    output: outputFormat(['text', 'json', 'yaml']),
    yes,
  }

  override async run(): Promise<void> {
    const { flags } = await this.parse(Install)
    const desired = { namespace: flags.namespace, image: flags.image, allNodes: flags['all-nodes'], version }
    const cluster = flags['dry-run'] === 'client' ? undefined : await this.connect(flags)
    await this.carryOut(flags, {
      planning: 'checking the cluster',
      plan: async () => (cluster === undefined ? planOffline(desired) : planInstall(cluster, desired, this.limits)),
      describe: describeInstall,
      question: ({ released }) => (released.length === 0 ? undefined : 'Install, and remove these balloons?'),
      applying: 'installing',
      apply: (plan) => this.#apply(plan, { cluster, flags }),
    })
  }

  async #apply(
    plan: InstallPlan,
    { cluster, flags }: { cluster: OpenCluster | undefined; flags: InstallFlags },
  ): Promise<Applied> {
    const { 'dry-run': mode, wait } = flags
    if (cluster !== undefined && mode !== 'client') await applyInstall(cluster, { plan, dryRun: mode }, this.limits)
    const waited = cluster !== undefined && wait && mode === 'none' ? await this.#wait(cluster, flags) : undefined
    return {
      objects: plan.steps.map(({ object }) => object),
      text: () => installedLines(plan.steps, mode),
      failures: [waited],
    }
  }

  /** What was installed is reported in any case. */
  async #wait(cluster: OpenCluster, flags: InstallFlags): Promise<Failure | undefined> {
    const { balloonsReady } = await import('../../lib/sizes/install/balloons-ready.ts')
    const { settle } = await import('../../lib/ports/outcomes.ts')
    const progress = this.progress(flags)
    const { collections } = cluster
    const world = {
      cluster,
      collections,
      clock,
      report: (now: Readiness) => progress.doing(waitingText(now)),
      notice: (fact: WatchFact) => void this.sayNotice(flags, fact),
    }
    return (await settle(balloonsReady(world, flags.timeout, this.limits))).failure
  }
}
