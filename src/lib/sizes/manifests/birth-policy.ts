import type { ObjectBody } from '../../api/object.ts'
import { balloon, desired, reconciler } from '../../names.ts'

const group = 'admissionregistration.k8s.io'

/** The node that the DaemonSet creates a pod for: it binds its pods by affinity. */
const node = [
  'object.spec.?affinity.?nodeAffinity.?requiredDuringSchedulingIgnoredDuringExecution.?nodeSelectorTerms[?0]',
  '.?matchFields[?0].?values[?0].orValue("")',
].join('')

/** What `nodesize set` has stored: positive amounts, in canonical text. Nothing else is copied into a pod. */
const pattern = String.raw`"birth":\{"cpu":"[1-9][0-9]{0,11}m?","memory":"[1-9][0-9]{0,14}(Ki|Mi|Gi)?"\}`

/** In the ConfigMap at hand; empty if the desired size of the node is in another one, or has none. */
const birth = `params.?data[?${node}].orValue("").find(r'${pattern}')`

const isOwned = [
  'has(object.metadata.ownerReferences)',
  `object.metadata.ownerReferences.exists(o, o.kind == "DaemonSet" && o.name == "${balloon.daemonSet}")`,
].join(' && ')

const requests = '{"cpu": variables.birth[5], "memory": variables.birth[9]}'
const container = `Object.spec.containers{name: "${balloon.container}", resources: Object.spec.containers.resources{requests: ${requests}}}`
const mutation = `Object{spec: Object.spec{containers: [${container}]}}`

/**
 * A new balloon pod requests what the desired size of its node says, from its first moment on. It is evaluated for each of the
 * ConfigMaps with desired sizes, and acts for the one that has the node. Whatever it cannot evaluate leaves the pod as it is.
 */
export const birthPolicy = (
  namespace: string,
  labels: Readonly<Record<string, string>>,
): readonly [ObjectBody, ObjectBody] => [
  {
    apiVersion: `${group}/v1`,
    kind: 'MutatingAdmissionPolicy',
    metadata: { name: reconciler.birthPolicy, labels },
    spec: {
      failurePolicy: 'Ignore',
      reinvocationPolicy: 'Never',
      paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
      matchConstraints: {
        namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } },
        objectSelector: { matchLabels: { [balloon.podLabel.key]: balloon.podLabel.value } },
        resourceRules: [
          { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'], scope: '*' },
        ],
      },
      matchConditions: [
        { name: 'balloon', expression: isOwned },
        { name: 'desired', expression: `${birth} != ""` },
      ],
      variables: [{ name: 'birth', expression: `${birth}.split('"')` }],
      mutations: [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression: mutation } }],
    },
  },
  {
    apiVersion: `${group}/v1`,
    kind: 'MutatingAdmissionPolicyBinding',
    metadata: { name: reconciler.birthPolicy, labels },
    spec: {
      policyName: reconciler.birthPolicy,
      paramRef: {
        namespace,
        selector: { matchLabels: { [desired.label.key]: desired.label.value } },
        parameterNotFoundAction: 'Allow',
      },
    },
  },
]
