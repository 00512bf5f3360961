import type {
  CoreV1Event,
  RbacV1Subject,
  V1ClusterRole,
  V1ConfigMap,
  V1DaemonSet,
  V1DaemonSetSpec,
  V1Lease,
  V1LeaseSpec,
  V1LimitRange,
  V1Namespace,
  V1Node,
  V1NodeSpec,
  V1ObjectMeta,
  V1Pod,
  V1PodTemplateSpec,
  V1PolicyRule,
  V1PriorityClass,
  V1ResourceQuota,
  V1ResourceQuotaSpec,
  V1RoleBinding,
  V1RoleRef,
  V1ValidatingAdmissionPolicy,
  V1ValidatingAdmissionPolicyBinding,
  V1ValidatingAdmissionPolicyBindingSpec,
  V1ValidatingAdmissionPolicySpec,
} from '@kubernetes/client-node'
import { podSpecFields } from './known-pod-fields.ts'
import type { Complete, Fields } from './shape.ts'

const metadata: Complete<V1ObjectMeta> = {
  annotations: 'texts',
  creationTimestamp: 'any',
  deletionGracePeriodSeconds: 'any',
  deletionTimestamp: 'any',
  finalizers: 'textList',
  generateName: 'text',
  generation: 'any',
  labels: 'texts',
  managedFields: 'any',
  name: 'text',
  namespace: 'text',
  ownerReferences: 'list',
  resourceVersion: 'text',
  selfLink: 'text',
  uid: 'text',
}

const object = { apiVersion: 'text', kind: 'text', metadata } as const

const configMap: Complete<V1ConfigMap> = { ...object, binaryData: 'texts', data: 'texts', immutable: 'flag' }
const pod: Complete<V1Pod> = { ...object, spec: podSpecFields, status: 'object' }
const priorityClass: Complete<V1PriorityClass> = {
  ...object,
  description: 'text',
  globalDefault: 'flag',
  preemptionPolicy: 'text',
  value: 'number',
}
const template: Complete<V1PodTemplateSpec> = { metadata, spec: podSpecFields }
const daemonSetSpec: Complete<V1DaemonSetSpec> = {
  minReadySeconds: 'number',
  revisionHistoryLimit: 'number',
  selector: 'object',
  template,
  updateStrategy: 'object',
}
const daemonSet: Complete<V1DaemonSet> = { ...object, spec: daemonSetSpec, status: 'object' }
const limitRange: Complete<V1LimitRange> = { ...object, spec: { limits: 'list' } }
const quotaSpec: Complete<V1ResourceQuotaSpec> = { hard: 'object', scopes: 'textList', scopeSelector: 'object' }
const quota: Complete<V1ResourceQuota> = { ...object, spec: quotaSpec, status: 'object' }
const namespace: Complete<V1Namespace> = { ...object, spec: 'object', status: 'object' }
const nodeSpec: Complete<V1NodeSpec> = {
  configSource: 'any',
  externalID: 'text',
  podCIDR: 'text',
  podCIDRs: 'textList',
  providerID: 'text',
  taints: 'list',
  unschedulable: 'flag',
}
const node: Complete<V1Node> = { ...object, spec: nodeSpec, status: 'object' }
const rule: Complete<V1PolicyRule> = {
  apiGroups: 'textList',
  nonResourceURLs: 'textList',
  resourceNames: 'textList',
  resources: 'textList',
  verbs: 'textList',
}
const role: Complete<V1ClusterRole> = { ...object, aggregationRule: 'any', rules: [rule] }
const roleRef: Complete<V1RoleRef> = { apiGroup: 'text', kind: 'text', name: 'text' }
const subject: Complete<RbacV1Subject> = { apiGroup: 'text', kind: 'text', name: 'text', namespace: 'text' }
const binding: Complete<V1RoleBinding> = { ...object, roleRef, subjects: [subject] }

const leaseSpec: Complete<V1LeaseSpec> = {
  acquireTime: 'text',
  holderIdentity: 'text',
  leaseDurationSeconds: 'number',
  leaseTransitions: 'number',
  preferredHolder: 'text',
  renewTime: 'text',
  strategy: 'text',
}
const lease: Complete<V1Lease> = { ...object, spec: leaseSpec }
const event: Complete<CoreV1Event> = {
  ...object,
  action: 'text',
  count: 'number',
  eventTime: 'text',
  firstTimestamp: 'any',
  involvedObject: 'object',
  lastTimestamp: 'any',
  message: 'text',
  reason: 'text',
  related: 'object',
  reportingComponent: 'text',
  reportingInstance: 'text',
  series: 'object',
  source: 'object',
  type: 'text',
}

const policySpec: Complete<V1ValidatingAdmissionPolicySpec> = {
  auditAnnotations: 'list',
  failurePolicy: 'text',
  matchConditions: 'list',
  matchConstraints: 'object',
  paramKind: 'object',
  validations: 'list',
  variables: 'list',
}
const policy: Complete<V1ValidatingAdmissionPolicy> = { ...object, spec: policySpec, status: 'object' }
const policyBindingSpec: Complete<V1ValidatingAdmissionPolicyBindingSpec> = {
  matchResources: 'object',
  paramRef: 'object',
  policyName: 'text',
  validationActions: 'textList',
}
const policyBinding: Complete<V1ValidatingAdmissionPolicyBinding> = { ...object, spec: policyBindingSpec }

/** Fields of each kind, by resource. */
export const knownFields: Readonly<Record<string, Fields>> = {
  clusterrolebindings: binding,
  clusterroles: role,
  configmaps: configMap,
  controllerrevisions: { ...object, data: 'any', revision: 'number' },
  daemonsets: daemonSet,
  events: event,
  leases: lease,
  limitranges: limitRange,
  namespaces: namespace,
  nodes: node,
  pods: pod,
  priorityclasses: priorityClass,
  resourcequotas: quota,
  rolebindings: binding,
  roles: role,
  serviceaccounts: { ...object, automountServiceAccountToken: 'flag', imagePullSecrets: 'list', secrets: 'list' },
  validatingadmissionpolicies: policy,
  validatingadmissionpolicybindings: policyBinding,
}
