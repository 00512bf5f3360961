import { boolean, integer, option } from '@oclif/core/flags'
import { listeningAddress } from './agent-flags.ts'
import { namespaceName } from './connection-flags.ts'
import { imageReference } from './image-flag.ts'
import { labels } from './labels-flag.ts'

/** Of a controller that runs. `besides`: the namespace that is used otherwise; `port`: of its metrics. */
export const controllerFlags = ({ besides, port }: { besides: string; port: number }) => ({
  'leader-elect': boolean({
    summary: 'Act only while this replica holds the Lease.',
    default: true,
    allowNo: true,
  }),
  'leader-elect-resource-namespace': namespaceName({
    summary: `Namespace of the Lease, if it is not that of ${besides}.`,
  }),
  'metrics-address': listeningAddress({
    summary: 'Where to serve /metrics, /healthz and /readyz; none: nowhere.',
    helpValue: 'HOST:PORT',
    default: { host: '127.0.0.1', port },
    defaultHelp: async () => `127.0.0.1:${port}`,
  }),
  'health-address': listeningAddress({
    summary: 'Where to serve /healthz and /readyz, if not beside /metrics.',
    helpValue: 'HOST:PORT',
  }),
  'log-format': option({
    options: ['text', 'json'] as const,
    default: 'text' as const,
    summary: 'text, or one JSON object per line; both go to stderr.',
  })(),
})

export const defaultPolicyFlag = boolean({
  summary: 'Set the default rollout policy where there was never one.',
  default: true,
  allowNo: true,
})

export const probeImageFlag = imageReference({
  summary: 'Image of kubeletcfg for the probe of the default policy; without it, that has none.',
  helpValue: 'IMAGE',
})

export const webhookFlag = boolean({
  summary: 'Let API servers ask it about documents, once what controller webhook prints is applied.',
  default: true,
  allowNo: true,
})

export const webhookAddressFlag = listeningAddress({
  summary: 'Where API servers ask whether a document may be stored; without it, nowhere.',
  helpValue: 'HOST:PORT',
})

/** Of what a controller needs in a cluster. `called`: such as `the reconciler`. */
export const deploymentFlags = (called: string) => ({
  image: imageReference({ summary: 'Image of kubeletcfg.', helpValue: 'IMAGE' }),
  replicas: integer({ summary: `Replicas of ${called}: one acts.`, default: 2, min: 1, helpValue: 'N' }),
  'node-selector': labels({
    summary: 'Labels of the nodes that it may run on, instead of those of the control plane.',
    helpValue: 'KEY=VALUE,...',
  }),
})

export const monitoringFlags = {
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
}
