import { boolean } from '@oclif/core/flags'
import { connectionFlags, namespaceName } from '../../lib/cli/flags/connection-flags.ts'
import { deploymentFlags, monitoringFlags } from '../../lib/cli/flags/controller-flags.ts'
import { outputFormat } from '../../lib/cli/flags/flags.ts'
import { serializeObjects } from '../../lib/cli/output/serialize.ts'
import { BaseCommand } from '../../lib/cli/shell/base-command.ts'
import { imageByDefault, ownImage } from '../../lib/cli/shell/own-image.ts'
import { reconciler } from '../../lib/names.ts'
import { reconcilerObjects } from '../../lib/sizes/manifests/reconciler-manifests.ts'

export default class Manifests extends BaseCommand {
  static override summary = 'Print what the reconciler needs in a cluster, for kubectl apply -f -.'
  static override description = [
    'A Deployment of two replicas of nodesize reconcile on nodes of the control plane, and the rights that they need, with',
    'the policies that limit these. Run nodesize install first.',
    'The same flags print the same text. To remove the reconciler: kubectl delete -f -; the sizes stay as they are.',
  ].join('\n')
  static override examples = [
    '<%= config.bin %> manifests --image registry.example/kubeletcfg:1.0 | kubectl apply -f -',
    {
      description: 'On workers, and for a Prometheus that selects by release=monitoring:',
      command:
        '<%= config.bin %> manifests --image IMAGE --node-selector pool=infra --monitoring --monitor-labels release=monitoring',
    },
  ]
  static override flags = {
    namespace: connectionFlags.namespace,
    'reconciler-namespace': namespaceName({
      summary: 'Namespace of the reconciler. It is created if it is the default, and must exist otherwise.',
      default: reconciler.namespace,
    }),
    ...deploymentFlags('the reconciler'),
    'birth-policy': boolean({
      summary: 'Add the policy by which new balloons start with their size (Kubernetes 1.36 and later).',
    }),
    ...monitoringFlags,
    output: outputFormat(['yaml', 'json']),
  }

  override async run(): Promise<void> {
    const { flags } = await this.parse(Manifests)
    const { namespace, image, output, replicas, 'birth-policy': birthPolicy } = flags
    const objects = reconcilerObjects({
      ...{ namespace, replicas, birthPolicy, image: image ?? ownImage },
      reconcilerNamespace: flags['reconciler-namespace'],
      nodeSelector: flags['node-selector'],
      monitoring: flags.monitoring
        ? { namespace: flags['monitoring-namespace'], labels: flags['monitor-labels'] }
        : undefined,
    })
    if (image === undefined) await this.sayFacts(flags, { warnings: [imageByDefault] })
    this.print(await serializeObjects(output, objects))
  }
}
