import { type Free, freeFields, type Right, reading } from '../../admission/right.ts'
import { eventRight, leaseRights, managed, type Who } from '../../loop/manifests/leader-limits.ts'
import { controller, probe, rollout, webhook } from '../../names.ts'
import { probeDeadlineSeconds } from '../probe-evidence.ts'
import { container, nameLabel } from '../probe-pod.ts'

/** As its policy speaks of it. */
export const theController: Who = { called: 'the controller', ...controller }

const keys = Object.values(rollout.key)

/** Of the object with the state of rollouts. */
export const ofRollout: readonly Free[] = [...managed, ...freeFields(['data'], keys)]

const ofNewRollout: readonly Free[] = freeFields(['data'], keys)

/** From this priority on, which is that of the system, a kubelet evicts other pods to take one in. */
export const systemPriority = 2_000_000_000
/** Of a probe, as the API server sets it where none is named. */
export const probeAccount = 'default'

const pod = ['spec'] as const
const containerOf = [...pod, 'containers', container] as const

/** Of a new probe: what it is made with, and what the API server and its usual admission plugins add. */
export const ofProbe: readonly Free[] = [
  { path: ['metadata', 'labels'], within: `its ${nameLabel} is ${probe.name}` },
  ...freeFields(['metadata', 'annotations'], ['kubernetes.io/limit-ranger']),
  ...freeFields(pod, ['nodeName', 'tolerations', 'restartPolicy', 'terminationGracePeriodSeconds']),
  { path: [...pod, 'activeDeadlineSeconds'], within: `at most ${probeDeadlineSeconds}` },
  ...freeFields([...pod, 'securityContext'], ['runAsNonRoot', 'seccompProfile']),
  ...freeFields(pod, ['automountServiceAccountToken', 'enableServiceLinks', 'dnsPolicy', 'schedulerName']),
  ...['serviceAccount', 'serviceAccountName'].map((key) => ({ path: [...pod, key], within: probeAccount })),
  { path: [...pod, 'priority'], within: `less than ${systemPriority}` },
  ...freeFields(pod, ['priorityClassName', 'preemptionPolicy', 'imagePullSecrets']),
  ...freeFields(containerOf, ['name', 'image', 'command', 'args', 'volumeMounts', 'imagePullPolicy']),
  ...freeFields(containerOf, ['terminationMessagePath', 'terminationMessagePolicy']),
  ...freeFields([...containerOf, 'securityContext'], ['allowPrivilegeEscalation', 'readOnlyRootFilesystem']),
  { path: [...containerOf, 'securityContext', 'capabilities', 'drop'] },
  ...freeFields([...containerOf, 'resources'], ['requests']),
  ...freeFields([...containerOf, 'resources', 'limits'], ['cpu', 'memory', 'ephemeral-storage']),
  ...freeFields([...pod, 'volumes', '*'], ['name', 'emptyDir', 'downwardAPI']),
]

/** Of the Secret with the certificates of the webhook, which a person makes. */
export const ofCertificates: readonly Free[] = [...managed, { path: ['data'] }]

/** For its webhook. */
export const webhookRights: readonly Right[] = [
  {
    ...{ where: controller.namespace, resources: ['secrets'], names: [webhook.secret], verbs: ['get', 'patch'] },
    ...{ changes: ofCertificates, purpose: 'the certificates of its webhook, and their keys' },
  },
  {
    ...{ group: 'admissionregistration.k8s.io', resources: ['validatingwebhookconfigurations'] },
    ...{ names: [webhook.configuration], verbs: ['get'], purpose: 'whether API servers trust these' },
  },
]

/** What `kubeletcfg controller run` may do. */
export const controllerRights = (documents: string): readonly Right[] => [
  { resources: ['nodes'], verbs: reading, purpose: 'what agents report, and whether nodes are Ready' },
  {
    resources: ['pods'],
    verbs: ['list'],
    purpose: 'whether kubelets with a new document evict or refuse pods, or do not get them to run',
  },
  {
    ...{ where: documents, resources: ['configmaps'], verbs: reading },
    purpose: 'the documents: which nodes have one of their own, only a list of all ConfigMaps says',
  },
  {
    ...{ where: documents, resources: ['configmaps'], verbs: ['create'], creates: ofNewRollout },
    purpose: `${rollout.configMap}, where there is none: RBAC cannot name what is created`,
  },
  {
    ...{
      where: documents,
      resources: ['configmaps'],
      names: [rollout.configMap],
      verbs: ['patch'],
      changes: ofRollout,
    },
    purpose: 'the gate',
  },
  {
    ...{ where: controller.namespace, resources: ['pods'], verbs: ['create', 'delete'], creates: ofProbe },
    purpose: `pods ${probe.prefix}…, which try the kubelets of canaries; the namespace enforces the Pod Security Standard restricted`,
  },
  { where: controller.namespace, resources: ['pods/log'], verbs: ['get'], purpose: 'whether a kubelet serves logs' },
  eventRight(documents, `the ConfigMap ${rollout.configMap}`, theController),
  ...leaseRights(controller.namespace, theController),
]
