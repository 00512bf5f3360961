import type { ObjectBody } from '../../api/object.ts'

export interface Monitoring {
  /** Of Prometheus: it alone reaches the metrics. */
  readonly namespace: string
  /** Labels by which Prometheus selects monitors and rules. */
  readonly labels: Readonly<Record<string, string>>
}

/** For the Prometheus operator. */
export const podMonitor = (
  { name, namespace }: { readonly name: string; readonly namespace: string },
  labels: Readonly<Record<string, string>>,
): ObjectBody => ({
  apiVersion: 'monitoring.coreos.com/v1',
  kind: 'PodMonitor',
  metadata: { name, namespace, labels },
  spec: {
    selector: { matchLabels: { 'app.kubernetes.io/name': name } },
    podMetricsEndpoints: [{ port: 'metrics' }],
  },
})
