import { option } from '@oclif/core/flags'
import { outputFormat } from '../../../lib/cli/flags/flags.ts'
import { serializeObjects } from '../../../lib/cli/output/serialize.ts'
import { ClusterCommand } from '../../../lib/cli/shell/cluster-command.ts'
import { Failure } from '../../../lib/message/failure.ts'

export default class ControllerWebhook extends ClusterCommand {
  static override summary = 'Print the ValidatingWebhookConfiguration for documents, for kubectl apply -f -.'
  static override description =
    `API servers then ask the controller before they store a document, and refuse what kubelets would refuse, for any client.
API servers trust the authority in it, which the controller has made: Secret kubeletcfg-controller-webhook.
To remove it: kubectl delete validatingwebhookconfiguration kubeletcfg-documents. See docs/webhook.md.`
  static override examples = [
    '<%= config.bin %> controller webhook | kubectl apply -f -',
    {
      description: 'No document is stored while the controller does not answer:',
      command: '<%= config.bin %> controller webhook --failure-policy Fail | kubectl apply -f -',
    },
  ]
  static override flags = {
    'failure-policy': option({
      options: ['Ignore', 'Fail'] as const,
      default: 'Ignore' as const,
      summary: 'What happens to a document while the controller does not answer: it is stored, or not.',
    })(),
    output: outputFormat(['yaml', 'json']),
  }

  override async run(): Promise<void> {
    const { flags } = await this.parse(ControllerWebhook)
    const { bundleOf } = await import('../../../lib/webhook/certificates.ts')
    const { webhookConfiguration } = await import('../../../lib/webhook/configuration.ts')
    const { NoAuthority, WebhookSecretMissing } = await import('../../../lib/webhook/webhook-messages.ts')
    const cluster = await this.connect(flags)
    const reading = cluster.webhooks.certificates(this.limits)
    const stored = await this.during(flags, 'reading the certificates of the webhook', reading)
    if (stored === undefined) throw new Failure('invalid', WebhookSecretMissing())
    const caBundle = bundleOf(stored.certificates)
    if (caBundle === '') throw new Failure('invalid', NoAuthority())
    const { namespace, 'failure-policy': failurePolicy } = flags
    const object = webhookConfiguration({ namespace, caBundle, failurePolicy })
    this.print(await serializeObjects(flags.output, [object]))
  }
}
