import { boolean } from '@oclif/core/flags'
import { connectionFlags } from '../../lib/cli/flags/connection-flags.ts'
import { outputFormat } from '../../lib/cli/flags/flags.ts'
import { imageReference } from '../../lib/cli/flags/image-flag.ts'
import { serializeObjects } from '../../lib/cli/output/serialize.ts'
import { BaseCommand } from '../../lib/cli/shell/base-command.ts'
import { version } from '../../lib/cli/shell/build.ts'
import { reconcilerObjects } from '../../lib/sizing/reconciler-manifests.ts'

export default class Manifests extends BaseCommand {
  static override summary = 'Print what the reconciler needs in a cluster, for kubectl apply -f -.'
  static override description = [
    'A Deployment of two replicas of nodesize reconcile, and the rights that they need. Run nodesize install first.',
    'The same flags print the same text. To remove the reconciler: kubectl delete -f -; the sizes stay as they are.',
  ].join('\n')
  static override examples = [
    '<%= config.bin %> manifests --image registry.example/kubeletcfg:1.0 | kubectl apply -f -',
  ]
  static override flags = {
    namespace: connectionFlags.namespace,
    image: imageReference({
      summary: 'Image of kubeletcfg.',
      helpValue: 'IMAGE',
      default: `localhost/kubeletcfg:${version}`,
    }),
    'birth-policy': boolean({
      summary: 'Add the policy by which new balloons start with their size (Kubernetes 1.36 and later).',
    }),
    monitoring: boolean({ summary: 'Also print a PodMonitor, a PrometheusRule and a Grafana dashboard.' }),
    output: outputFormat(['yaml', 'json']),
  }

  override async run(): Promise<void> {
    const { flags } = await this.parse(Manifests)
    const { namespace, image, monitoring, output, 'birth-policy': birthPolicy } = flags
    const objects = reconcilerObjects({ namespace, image, birthPolicy, monitoring })
    this.print(await serializeObjects(output, objects))
  }
}
