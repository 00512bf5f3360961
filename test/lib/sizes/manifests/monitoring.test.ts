import { describe, expect, test } from '@jest/globals'
import { recordingRules } from '../../../../src/lib/sizes/manifests/monitoring.ts'
import { reconcilerObjects } from '../../../../src/lib/sizes/manifests/reconciler-manifests.ts'
import { ReconcilerMetrics } from '../../../../src/lib/sizes/reconciler/reconciler-metrics.ts'

const options = {
  namespace: 'balloons',
  reconcilerNamespace: 'nodesize-system',
  image: 'registry.example/kubeletcfg:1.0',
  replicas: 2,
  nodeSelector: undefined,
  birthPolicy: false,
}
const monitoring = { namespace: 'observed', labels: { release: 'ours' } }
const objects = reconcilerObjects({ ...options, monitoring })
const find = (kind: string) => objects.find((object) => object.kind === kind)
const text = JSON.stringify(objects)

describe('rules, alerts and the dashboard', () => {
  test('come only if wanted', () => {
    const without = reconcilerObjects({ ...options, monitoring: undefined })
    const added = objects.slice(without.length)
    expect(added.map(({ kind }) => kind)).toEqual(['PodMonitor', 'PrometheusRule', 'ConfigMap'])
    const apart = ({ kind }: { kind: string }) => kind !== 'NetworkPolicy'
    expect(objects.slice(0, without.length).filter(apart)).toEqual(without.filter(apart))
  })

  test('name only metrics that the reconciler has', () => {
    const names = new ReconcilerMetrics('v').registry.collect().map(({ name }) => name)
    const named = text.match(/nodesize_reconciler_\w+/g) ?? []
    expect(named).toContain('nodesize_reconciler_leader')
    expect(named.filter((name) => !names.includes(name))).toEqual([])
  })

  test('name only series that are recorded, and record each that they name', () => {
    const records = recordingRules.map(({ record }) => record)
    const named = text.match(/nodesize:\w+(?::sum)?/g) ?? []
    expect(new Set(named)).toEqual(new Set(records))
  })

  test('scrape the port that the replicas serve', () => {
    expect(find('PodMonitor')).toMatchObject({
      metadata: { namespace: 'nodesize-system' },
      spec: {
        selector: { matchLabels: { 'app.kubernetes.io/name': 'nodesize-reconciler' } },
        podMetricsEndpoints: [{ port: 'metrics' }],
      },
    })
    expect(find('Deployment')).toMatchObject({
      spec: {
        template: {
          metadata: { labels: { 'app.kubernetes.io/name': 'nodesize-reconciler' } },
          spec: { containers: [{ ports: [{ name: 'metrics', containerPort: 10246 }, { name: 'health' }] }] },
        },
      },
    })
  })

  test('are selected by the labels that are asked for, and reached by that namespace alone', () => {
    for (const kind of ['PodMonitor', 'PrometheusRule'])
      expect(find(kind)?.metadata.labels).toMatchObject({ release: 'ours' })
    expect(find('NetworkPolicy')).toMatchObject({
      spec: {
        ingress: [
          {
            from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'observed' } } }],
            ports: [{ port: 10246 }],
          },
        ],
      },
    })
  })
})
