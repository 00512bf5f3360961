import { boolean } from '@oclif/core/flags'
import type { ConnectionFlags } from '../../lib/cli/flags/connection-flags.ts'
import { controllerFlags } from '../../lib/cli/flags/controller-flags.ts'
import { dryRun, outputFormat } from '../../lib/cli/flags/flags.ts'
import { kubeletTimeout } from '../../lib/cli/flags/size-flags.ts'
import type { DataFormat } from '../../lib/cli/output/serialize.ts'
import { version } from '../../lib/cli/shell/build.ts'
import { WriteCommand } from '../../lib/cli/shell/write-command.ts'
import { usage } from '../../lib/cli/usage/usage.ts'
import { logLine } from '../../lib/loop/log-line.ts'
import { systemClock as clock } from '../../lib/machine/clock.ts'
import type { DryRunMode } from '../../lib/ports/limits.ts'
import { restoredLine, restoreReport } from '../../lib/sizes/reconciler/output.ts'
import { applyRestore, planRestore } from '../../lib/sizes/reconciler/restore-nodes.ts'

interface Flags extends ConnectionFlags {
  readonly once: boolean
  readonly 'leader-elect': boolean
  readonly 'leader-elect-resource-namespace'?: string | undefined
  readonly 'metrics-address': { readonly host: string; readonly port: number } | undefined
  readonly 'health-address'?: { readonly host: string; readonly port: number } | undefined
  readonly 'log-format': 'text' | 'json'
  readonly timeout: number
  readonly 'dry-run': DryRunMode
  readonly output: 'text' | DataFormat
}

export default class Reconcile extends WriteCommand {
  static override summary = 'Keep the sizes of nodes: restore them after a balloon or a node was replaced.'
  static override description =
    `Runs until SIGTERM or Ctrl-C; of several replicas, the one that holds the Lease nodesize-reconciler acts.
A balloon grows into free room only, and gives back at once what other pods need. A balloon that another client has
resized is left as it is. --once looks at all nodes one time, for cron and CI, and prints what became of each.`
  static override examples = [
    '<%= config.bin %> reconcile --log-format json',
    { description: 'What would be done:', command: '<%= config.bin %> reconcile --once --dry-run=client' },
    { description: 'From cron:', command: '<%= config.bin %> reconcile --once -o json' },
  ]
  static override flags = {
    once: boolean({ summary: 'Look at all nodes once, and end.' }),
    ...controllerFlags({ besides: 'the balloons', port: 10246 }),
    timeout: kubeletTimeout,
    'dry-run': dryRun,
    output: outputFormat(['text', 'json', 'yaml']),
  }

  override async run(): Promise<void> {
    const { flags } = await this.parse(Reconcile)
    if (flags.once) return this.#once(flags)
    if (flags['dry-run'] !== 'none' || flags.output !== 'text')
      throw usage('OnlyWithOnce', '--dry-run and --output are for --once', 'add --once')
    return this.#loop(flags)
  }

  async #once(flags: Flags): Promise<void> {
    const mode = flags['dry-run']
    const world = { cluster: await this.connect(flags), clock }
    const request = { timeoutMs: flags.timeout, dryRun: mode }
    await this.carryOut(flags, {
      planning: 'reading nodes and pods',
      plan: () => planRestore(world, this.limits),
      describe: () => [],
      question: () => undefined,
      applying: 'waiting for the kubelets',
      apply: async (plan) => {
        const items = await applyRestore(world, { plan, request }, this.limits)
        const done = items.flatMap(({ outcome }) => outcome.value ?? [])
        return {
          kind: 'ReconcileReport',
          data: restoreReport({ plan, items, mode }),
          text: () => done.map((one) => restoredLine(one, mode)).join(''),
          failures: items.map(({ outcome }) => outcome.failure),
          warnings: done.flatMap((one) => ('warnings' in one ? one.warnings : [])),
        }
      },
    })
  }

  async #loop(flags: Flags): Promise<void> {
    const { runReconcilerHere } = await import('../../lib/sizes/reconciler/run-reconciler-here.ts')
    const cluster = await this.connect(flags)
    const here = {
      ...{ cluster, clock, namespace: flags.namespace, version },
      leaderElect: flags['leader-elect'] && {
        leases: cluster.leasesIn(flags['leader-elect-resource-namespace'] ?? flags.namespace),
      },
      ...{ metricsAt: flags['metrics-address'], healthAt: flags['health-address'] },
      log: (level: 'info' | 'warning', fact: { readonly reason: string }) =>
        process.stderr.write(logLine({ level, fact, at: clock.now() }, flags['log-format'])),
    }
    await runReconcilerHere(here, this.signal)
  }
}
