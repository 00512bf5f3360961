import type { ObjectBody } from '../api/object.ts'
import { controllerLabels } from '../loop/manifests/controller-objects.ts'
import { controller, document, webhook } from '../names.ts'

export interface WebhookOptions {
  /** Of the documents. */
  readonly namespace: string
  /** PEM: what API servers trust. */
  readonly caBundle: string
  /** What happens to a write while the webhook does not answer. */
  readonly failurePolicy: 'Ignore' | 'Fail'
}

/**
 * Makes API servers ask about documents, and about nothing else: of all other writes, only names and namespaces are compared. A person
 * applies it: whoever may write it could make API servers show everything that anybody writes (ADR 67).
 */
export const webhookConfiguration = ({ namespace, caBundle, failurePolicy }: WebhookOptions): ObjectBody => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingWebhookConfiguration',
  metadata: { name: webhook.configuration, labels: controllerLabels(controller.name) },
  webhooks: [
    {
      name: webhook.name,
      admissionReviewVersions: ['v1'],
      clientConfig: {
        service: { namespace: controller.namespace, name: webhook.service, path: webhook.path, port: 443 },
        caBundle: Buffer.from(caBundle).toString('base64'),
      },
      failurePolicy,
      matchPolicy: 'Equivalent',
      namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } },
      objectSelector: {},
      matchConditions: [{ name: 'documents', expression: `object.metadata.name.endsWith('${document.nodeSuffix}')` }],
      rules: [
        {
          apiGroups: [''],
          apiVersions: ['v1'],
          operations: ['CREATE', 'UPDATE'],
          resources: ['configmaps'],
          scope: 'Namespaced',
        },
      ],
      sideEffects: 'None',
      timeoutSeconds: 5,
    },
  ],
})
