import { policyObjects } from '../../admission/policy.ts'
import type { ObjectBody } from '../../api/object.ts'
import { controllerLabels, controllerObjects } from '../../loop/manifests/controller-objects.ts'
import type { ControllerOptions } from '../../loop/manifests/controller-program.ts'
import type { Monitoring } from '../../loop/manifests/monitoring.ts'
import { controller, webhook } from '../../names.ts'
import { controllerPolicy } from './controller-policy.ts'
import { controllerRights, webhookRights } from './controller-rights.ts'
import { monitoringObjects } from './monitoring.ts'

export interface ControllerManifestOptions extends Pick<ControllerOptions, 'image' | 'replicas' | 'nodeSelector'> {
  /** Of the documents. */
  readonly namespace: string
  /** Whether it sets the default policy where there was never one. */
  readonly setsPolicy: boolean
  /** Whether API servers may ask it about documents. */
  readonly hasWebhook: boolean
  readonly monitoring: Monitoring | undefined
}

/** What `kubeletcfg controller run` needs in a cluster. */
export function controllerManifests(options: ControllerManifestOptions): readonly ObjectBody[] {
  const { namespace: documents, monitoring, setsPolicy, hasWebhook } = options
  const { name, namespace } = controller
  const labels = controllerLabels(name)
  const program = {
    ...{ name, container: 'controller', command: 'kubeletcfg', metricsPort: 10247, healthPort: 10245 },
    webhookPort: hasWebhook ? webhookPort : undefined,
    arguments: [
      'controller',
      'run',
      `--namespace=${documents}`,
      setsPolicy ? `--probe-image=${options.image}` : '--no-default-policy',
    ],
    endsWithinSeconds: 30,
    rights: [...controllerRights(documents), ...(hasWebhook ? webhookRights : [])],
    policies: [...policyObjects(controllerPolicy(documents), labels), ...(hasWebhook ? webhookObjects(labels) : [])],
    belongsTo: 'the controller of kubeletcfg',
  }
  const place = { ...options, namespace, createNamespace: true, monitoringNamespace: monitoring?.namespace }
  return [...controllerObjects(program, place), ...(monitoring ? monitoringObjects(namespace, labels, monitoring) : [])]
}

const webhookPort = 10244

/**
 * The Secret is empty: the controller fills it, and may make none. `kubectl apply` leaves what it has filled in.
 */
const webhookObjects = (labels: Readonly<Record<string, string>>): readonly ObjectBody[] => {
  const { namespace, name } = controller
  return [
    { apiVersion: 'v1', kind: 'Secret', metadata: { name: webhook.secret, namespace, labels }, type: 'Opaque' },
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: webhook.service, namespace, labels },
      spec: {
        selector: { 'app.kubernetes.io/name': name },
        ports: [{ name: 'webhook', port: 443, protocol: 'TCP', targetPort: 'webhook' }],
      },
    },
  ]
}
