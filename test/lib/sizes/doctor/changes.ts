import type { ObjectBody } from '../../../../src/lib/api/object.ts'
import { Failure } from '../../../../src/lib/message/failure.ts'
import { balloon } from '../../../../src/lib/names.ts'
import { bucketIn, bucketOf } from '../../../../src/lib/sizes/desired/size-bucket.ts'
import type { ClusterSeen, KubeletSettings, PodsSeen } from '../../../../src/lib/sizes/doctor/cluster-seen.ts'
import { formatMark, newMark } from '../../../../src/lib/sizes/model/cordon.ts'

/** What is different from a healthy cluster. */
export type Change = (seen: ClusterSeen) => Partial<ClusterSeen>

export const object = (apiVersion: string, kind: string, fields: object = {}, metadata: object = {}): ObjectBody =>
  ({ apiVersion, kind, metadata: { name: 'x', namespace: 'kube-system', ...metadata }, ...fields }) as ObjectBody
export const beside =
  (changes: Partial<ClusterSeen['neighbours']>): Change =>
  ({ neighbours }) => ({ neighbours: { ...neighbours, ...changes } })
export const some = (...objects: readonly ObjectBody[]) => ({ value: objects })
export const live =
  (kind: string, change: (found: ObjectBody) => ObjectBody | undefined): Change =>
  ({ objects }) => ({
    objects: objects.map((one) =>
      one.wanted.kind === kind ? { ...one, live: { value: change(one.live.value!) } } : one,
    ),
  })
export const podsWith =
  (change: (pods: PodsSeen) => Partial<PodsSeen>): Change =>
  ({ pods }) => ({ pods: { value: { ...pods.value!, ...change(pods.value!) } } })
export const balloons = (spec: object): Change =>
  podsWith(({ labelled }) => ({ labelled: labelled.map((pod) => ({ ...pod, spec: { ...pod.spec, ...spec } })) }))
export const kubelets =
  (settings: Partial<KubeletSettings>, swapBytes?: number): Change =>
  ({ kubelets: all, sizes }) => ({
    kubelets: all.map((one) => ({ ...one, settings: { value: { ...one.settings.value!, ...settings } } })),
    sizes: sizes.map((size) => ({ ...size, node: { ...size.node, swapBytes } })),
  })
export const unasked =
  (swapBytes: number): Change =>
  (seen) => ({ ...kubelets({}, swapBytes)(seen), kubelets: [] })
export const desiredSizes =
  (data: Readonly<Record<string, string>>): Change =>
  () => {
    const byShard = [...Map.groupBy(Object.entries(data), ([node]) => bucketOf(node))]
    const buckets = byShard.map(
      ([name, entries]) => bucketIn({ metadata: { name }, data: Object.fromEntries(entries) })!,
    )
    return { buckets: { value: buckets } }
  }
export const cordonedUntil =
  (ms: number): Change =>
  ({ nodes, now }) => ({
    nodes: nodes.map((node) => ({
      ...node,
      annotations: { [balloon.cordonAnnotation]: formatMark(newMark({ by: 'jane', now: now + ms, timeoutMs: 0 })) },
    })),
  })
export const denied = { failure: new Failure('refused', { reason: 'AccessDenied' }) }
export const workload = (image: string, args: readonly string[] = []) => ({
  template: { spec: { containers: [{ image, args }] } },
})
export const hook = (fields: object = {}) =>
  object('admissionregistration.k8s.io/v1', 'MutatingWebhookConfiguration', {
    webhooks: [
      {
        ...{ name: 'inject.example', failurePolicy: 'Ignore' },
        rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }],
        ...fields,
      },
    ],
  })
export const long = 3_600_000

export const spoof = ({ labelled }: PodsSeen) => {
  const [pod] = labelled
  return { ...pod!, metadata: { ...pod!.metadata, namespace: 'default', ownerReferences: [] } }
}
