import {
  controllerFlags,
  defaultPolicyFlag,
  probeImageFlag,
  webhookAddressFlag,
} from '../../../lib/cli/flags/controller-flags.ts'
import { version } from '../../../lib/cli/shell/build.ts'
import { ClusterCommand } from '../../../lib/cli/shell/cluster-command.ts'
import { logLine } from '../../../lib/loop/log-line.ts'
import { systemClock as clock } from '../../../lib/machine/clock.ts'
import type { Fact } from '../../../lib/message/fact.ts'

export default class ControllerRun extends ClusterCommand {
  static override summary = 'Move the rollouts of the global document: what is stored reaches the nodes in waves.'
  static override description =
    `Runs until SIGTERM or Ctrl-C, and does what rollout run does, for each document that is stored.
Of several replicas, the one that holds the Lease kubeletcfg-controller acts.
Where there was never a rollout policy, it sets the default one.`
  static override examples = [
    '<%= config.bin %> controller run --log-format json',
    {
      description: 'In the cluster:',
      command: '<%= config.bin %> controller manifests --image IMAGE | kubectl apply -f -',
    },
  ]
  static override flags = {
    'default-policy': defaultPolicyFlag,
    'probe-image': probeImageFlag,
    'webhook-address': webhookAddressFlag,
    ...controllerFlags({ besides: 'the documents', port: 10247 }),
  }

  override async run(): Promise<void> {
    const { flags } = await this.parse(ControllerRun)
    const { checksOverHttp } = await import('../../../lib/rollouts/http/checks.ts')
    const { runControllerHere } = await import('../../../lib/fleet/controller/run-controller-here.ts')
    const cluster = await this.connect(flags)
    const leases = () => cluster.leasesIn(flags['leader-elect-resource-namespace'] ?? flags.namespace)
    const here = {
      ...{ cluster, clock, namespace: flags.namespace, version, setsPolicy: flags['default-policy'] },
      ...{ probeImage: flags['probe-image'], webhookAt: flags['webhook-address'] },
      leaderElect: flags['leader-elect'] && { leases: leases() },
      checks: checksOverHttp(clock),
      ...{ metricsAt: flags['metrics-address'], healthAt: flags['health-address'] },
      log: (level: 'info' | 'warning', fact: Fact) =>
        process.stderr.write(logLine({ level, fact, at: clock.now() }, flags['log-format'])),
    }
    await runControllerHere(here, this.signal)
  }
}
