import type { ObjectBody } from '../../../src/lib/api/object.ts'
import { controller, probe } from '../../../src/lib/names.ts'
import { nameLabel, probePod } from '../../../src/lib/rollouts/probe-pod.ts'
import { pauseImage } from '../versions.ts'
import { balloons, own } from './names.ts'
import * as scene from './scene.ts'
import { collectionOf, pathTo, thing } from './thing.ts'
import type { Case } from './walk.ts'

/** Pods that are nearly as the controller makes them to try kubelets; and how it deletes one. */
export const probePods = (subject: string): readonly Case[] => [
  ...Object.entries(made).map(
    ([what, body]): Case => ({
      ...{ what: `${subject}: probe ${what}`, thing: scene.probe, subresource: '', isNew: true, allowed: 'nothing' },
      asked: () => ({
        ...{ method: 'POST', path: `${collectionOf(thing('pods', '', body.metadata.namespace))}?dryRun=All`, body },
      }),
    }),
  ),
  {
    ...{ what: `${subject}: deletes a probe`, thing: scene.probe, subresource: '', isNew: false },
    ...{ isNeeded: true, allowed: { free: undefined } },
    asked: ({ metadata }) => ({
      ...{ method: 'DELETE', path: pathTo(scene.probe) },
      // With a body, what its URL says does not count.
      body: {
        ...{ apiVersion: 'v1', kind: 'DeleteOptions', dryRun: ['All'], gracePeriodSeconds: 0 },
        preconditions: { uid: metadata?.['uid'] },
      },
    }),
  },
]

export const usualProbe = probePod({ node: own, generation: 1, moment: 'before' }, { image: pauseImage, without: [] })

interface Spec {
  readonly containers: readonly [Container]
  readonly volumes: readonly object[]
  readonly securityContext: object
}

interface Container {
  readonly securityContext: object
}

const spec = usualProbe['spec'] as Spec
const { containers, volumes, securityContext } = spec

const withMetadata = (more: object): ObjectBody => ({ ...usualProbe, metadata: { ...usualProbe.metadata, ...more } })
const withSpec = (more: object): ObjectBody => ({ ...usualProbe, spec: { ...spec, ...more } })
const withContainer = (more: object): ObjectBody => withSpec({ containers: [{ ...containers[0], ...more }] })
const withVolume = (source: object): ObjectBody => withSpec({ volumes: [...volumes, { name: 'rights', ...source }] })
const inContainer = (more: object): ObjectBody =>
  withContainer({ securityContext: { ...containers[0].securityContext, ...more } })
const inPod = (more: object): ObjectBody => withSpec({ securityContext: { ...securityContext, ...more } })
const labelled = (labels: object): ObjectBody => withMetadata({ labels: { ...usualProbe.metadata.labels, ...labels } })
const { name: _, ...unnamed } = usualProbe.metadata

const secret = { name: 'rights-pull' }
const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'rights', uid: 'rights' }

const made: Readonly<Record<string, ObjectBody>> = {
  'in another namespace': withMetadata({ namespace: balloons }),
  'by another name': withMetadata({ name: 'rights-new' }),
  'by a generated name': { ...usualProbe, metadata: { ...unnamed, generateName: probe.prefix } as never },
  'with an owner': withMetadata({ ownerReferences: [owner] }),
  'with a finalizer': withMetadata({ finalizers: ['rights.example/stays'] }),
  'with an annotation': withMetadata({ annotations: { 'rights.example/note': 'x' } }),
  'that claims to be of a file': withMetadata({ annotations: { 'kubernetes.io/config.mirror': 'x' } }),
  'with the label of the controller': labelled({ [nameLabel]: controller.name }),
  'without labels': withMetadata({ labels: undefined }),

  'with a variable from a Secret': withContainer({
    env: [{ name: 'A', valueFrom: { secretKeyRef: { ...secret, key: 'a' } } }],
  }),
  'with all variables of a Secret': withContainer({ envFrom: [{ secretRef: secret }] }),
  'with a volume of a Secret': withVolume({ secret: { secretName: secret.name } }),
  'with a projected Secret': withVolume({ projected: { sources: [{ secret }] } }),
  'with a projected token': withVolume({ projected: { sources: [{ serviceAccountToken: { path: 'token' } }] } }),
  'with a volume of a ConfigMap': withVolume({ configMap: { name: 'rights' } }),
  'with a claimed volume': withVolume({ persistentVolumeClaim: { claimName: 'rights' } }),
  'with a volume of a driver': withVolume({ csi: { driver: 'rights.example' } }),
  'with a token': withSpec({ automountServiceAccountToken: true }),
  'with a token unless the account has none': withSpec({ automountServiceAccountToken: undefined }),
  'with the account of the controller': withSpec({ serviceAccountName: controller.name }),

  'with a directory of the host': withVolume({ hostPath: { path: '/' } }),
  'with the network of the host': withSpec({ hostNetwork: true }),
  'with the processes of the host': withSpec({ hostPID: true }),
  'with the IPC of the host': withSpec({ hostIPC: true }),
  'as root of a user namespace': withSpec({
    hostUsers: false,
    securityContext: { ...securityContext, runAsNonRoot: false, runAsUser: 0 },
  }),
  'with a port of the host': withContainer({ ports: [{ containerPort: 80, hostPort: 80 }] }),
  'with a device of the host': withContainer({ resources: { limits: { 'rights.example/device': '1' } } }),
  'with a claimed device': withSpec({ resourceClaims: [{ name: 'rights', resourceClaimName: 'rights' }] }),
  'with another runtime': withSpec({ runtimeClassName: 'rights' }),
  'with another name of the host': withSpec({ hostAliases: [{ ip: '192.0.2.7', hostnames: ['rights'] }] }),
  'that is privileged': inContainer({ privileged: true, allowPrivilegeEscalation: undefined }),
  'that may gain privileges': inContainer({ allowPrivilegeEscalation: true }),
  'with a capability that any pod may have': inContainer({
    capabilities: { drop: ['ALL'], add: ['NET_BIND_SERVICE'] },
  }),
  'with a credential of Windows': inPod({ windowsOptions: { gmsaCredentialSpecName: 'rights' } }),
  'of another group': inContainer({ runAsGroup: 1 }),
  'with a capability': inContainer({ capabilities: { drop: ['ALL'], add: ['SYS_ADMIN'] } }),
  'as root': inPod({ runAsUser: 0, runAsNonRoot: false }),
  'with all system calls': inPod({ seccompProfile: { type: 'Unconfined' } }),
  'with a setting of the kernel': inPod({ sysctls: [{ name: 'kernel.msgmax', value: '1' }] }),

  'with a second container': withSpec({ containers: [...containers, { ...containers[0], name: 'rights' }] }),
  'with a first container': withSpec({ initContainers: [{ ...containers[0], name: 'rights' }] }),
  'with another container': withContainer({ name: 'rights' }),

  'with the priority of the system': withSpec({ priorityClassName: 'system-node-critical' }),
  'that the scheduler places': withSpec({ nodeName: undefined }),
  'that does not end': withSpec({ activeDeadlineSeconds: undefined }),
  'that ends late': withSpec({ activeDeadlineSeconds: 3600 }),
}
