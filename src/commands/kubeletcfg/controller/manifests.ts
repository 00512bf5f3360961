import { connectionFlags } from '../../../lib/cli/flags/connection-flags.ts'
import {
  defaultPolicyFlag,
  deploymentFlags,
  monitoringFlags,
  webhookFlag,
} from '../../../lib/cli/flags/controller-flags.ts'
import { outputFormat } from '../../../lib/cli/flags/flags.ts'
import { serializeObjects } from '../../../lib/cli/output/serialize.ts'
import { BaseCommand } from '../../../lib/cli/shell/base-command.ts'
import { imageByDefault, ownImage } from '../../../lib/cli/shell/own-image.ts'
import { controllerManifests } from '../../../lib/rollouts/manifests/controller-manifests.ts'

export default class ControllerManifests extends BaseCommand {
  static override summary = 'Print what the controller needs in a cluster, for kubectl apply -f -.'
  static override description =
    `A Deployment of two replicas of kubeletcfg controller run in namespace kubeletcfg-system, on nodes of the control plane,
and the rights that they need, with the policy that limits these.
Apply what agent manifests prints first: its policy names the controller as one that may write rollouts.
The same flags print the same text. To remove the controller: kubectl delete -f -; the rollout stays where it is.`
  static override examples = [
    '<%= config.bin %> controller manifests --image registry.example/kubeletcfg:1.0 | kubectl apply -f -',
    {
      description: 'On workers, and for a Prometheus that selects by release=monitoring:',
      command:
        '<%= config.bin %> controller manifests --image IMAGE --node-selector pool=infra --monitoring --monitor-labels release=monitoring',
    },
  ]
  static override flags = {
    namespace: connectionFlags.namespace,
    ...deploymentFlags('the controller'),
    'default-policy': defaultPolicyFlag,
    webhook: webhookFlag,
    ...monitoringFlags,
    output: outputFormat(['yaml', 'json']),
  }

  override async run(): Promise<void> {
    const { flags } = await this.parse(ControllerManifests)
    const { namespace, output, replicas } = flags
    const objects = controllerManifests({
      ...{ namespace, replicas, setsPolicy: flags['default-policy'], hasWebhook: flags.webhook },
      ...{ image: flags.image ?? ownImage, nodeSelector: flags['node-selector'] },
      monitoring: flags.monitoring
        ? { namespace: flags['monitoring-namespace'], labels: flags['monitor-labels'] }
        : undefined,
    })
    if (flags.image === undefined) await this.sayFacts(flags, { warnings: [imageByDefault] })
    this.print(await serializeObjects(output, objects))
  }
}
