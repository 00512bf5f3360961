import { applyObjects, kubectl } from '../kubectl.ts'

const group = 'metrics.k8s.io'

/** There is no metrics-server here: objects with the same paths stand for its answers. */
const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `nodes.${group}`, annotations: { 'api-approved.kubernetes.io': 'unapproved, for a test' } },
  spec: {
    group,
    scope: 'Cluster',
    names: { kind: 'NodeMetrics', listKind: 'NodeMetricsList', plural: 'nodes', singular: 'nodemetrics' },
    versions: [
      {
        ...{ name: 'v1beta1', served: true, storage: true },
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
}

/** From here on, the cluster serves the metrics API, without measurements. */
export async function serveMetrics(): Promise<void> {
  await applyObjects([definition])
  await kubectl(['wait', '--for=condition=Established', `crd/${definition.metadata.name}`, '--timeout=30s'])
}

export const measure = (node: string, usage: { readonly cpu: string; readonly memory: string }) =>
  applyObjects([{ apiVersion: `${group}/v1beta1`, kind: 'NodeMetrics', metadata: { name: node }, usage }])

export const removeMetrics = () => kubectl(['delete', 'crd', definition.metadata.name, '--ignore-not-found'])
