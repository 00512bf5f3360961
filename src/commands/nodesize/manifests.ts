import { boolean, integer } from '@oclif/core/flags'
import { connectionFlags, namespaceName } from '../../lib/cli/flags/connection-flags.ts'
import { outputFormat } from '../../lib/cli/flags/flags.ts'
import { imageReference } from '../../lib/cli/flags/image-flag.ts'
import { labels } from '../../lib/cli/flags/labels-flag.ts'
import { serializeObjects } from '../../lib/cli/output/serialize.ts'
import { BaseCommand } from '../../lib/cli/shell/base-command.ts'
import { version } from '../../lib/cli/shell/build.ts'
import { said } from '../../lib/message/failure.ts'
import { reconciler } from '../../lib/names.ts'
import { reconcilerObjects } from '../../lib/sizes/manifests/reconciler-manifests.ts'

const ownImage = `localhost/kubeletcfg:${version}`

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
    image: imageReference({ summary: 'Image of kubeletcfg.', helpValue: 'IMAGE' }),
    replicas: integer({ summary: 'Replicas of the reconciler: one acts.', default: 2, min: 1, helpValue: 'N' }),
    'node-selector': labels({
      summary: 'Labels of the nodes that it may run on, instead of those of the control plane.',
      helpValue: 'KEY=VALUE,...',
    }),
    'birth-policy': boolean({
      summary: 'Add the policy by which new balloons start with their size (Kubernetes 1.36 and later).',
    }),
    monitoring: boolean({ summary: 'Also print a PodMonitor, a PrometheusRule and a Grafana dashboard.' }),
    'monitor-labels': labels({
      summary: 'Labels by which Prometheus selects the PodMonitor and the PrometheusRule.',
      helpValue: 'KEY=VALUE,...',
      default: { release: 'kube-prometheus-stack' },
      defaultHelp: async () => 'release=kube-prometheus-stack',
    }),
    'monitoring-namespace': namespaceName({
      summary: 'Namespace of Prometheus: only its pods reach the metrics.',
      default: 'monitoring',
    }),
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

const imageByDefault = said(
  'ImageByDefault',
  `the image ${ownImage} is in no registry: it runs where each node has it; add --image IMAGE`,
)
