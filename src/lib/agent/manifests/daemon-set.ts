import type { ObjectBody } from '../../api/object.ts'
import { agent } from '../../names.ts'
import { granted, labels, serviceAccount } from './account.ts'
import { agentRights } from './agent-rights.ts'
import { documentsOf } from './node-rights.ts'

export interface DaemonSetOptions {
  readonly namespace: string
  readonly image: string
  /** The URL of the API server, as nodes reach it. */
  readonly server: string
  /** Arguments that say where things are on the nodes: of `agent install`, `agent uninstall` and `agent run`. */
  readonly places: readonly string[]
  /** More arguments of `agent run`. */
  readonly arguments: readonly string[]
  /** The nodes whose documents the agents may read; empty: every ConfigMap of the namespace. */
  readonly nodes: readonly string[]
}

const name = agent.sharedServiceAccount
const podLabels = { 'app.kubernetes.io/name': name }
/** Of the volume with the credentials: the kubelet mounts it below the pod's folder on the node. */
const volume = 'credentials'

/**
 * The agents as pods with one ServiceAccount. Their tokens are bound to their Nodes, and only the policy keeps an agent to
 * its Node: RBAC cannot. A pod does not start while its kubelet does not, so that each pod first gives the kubelet of its node
 * the rescue, which needs no pod.
 */
export const daemonSetObjects = (options: DaemonSetOptions): readonly ObjectBody[] => {
  const { namespace, nodes } = options
  const account = { name, namespace }
  const documents = nodes.length === 0 ? undefined : documentsOf(nodes)
  return [
    serviceAccount(account),
    ...granted(name, agentRights({ namespace, nodes: undefined, documents, account: undefined }), account),
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name, namespace, labels },
      data: { config: kubeconfig(options) },
    },
    daemonSet(options, podSpec(options)),
  ]
}

/** Paths are relative to the file. */
const kubeconfig = ({ server }: DaemonSetOptions): string =>
  `${JSON.stringify(
    {
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name, cluster: { server, 'certificate-authority': 'ca.crt' } }],
      users: [{ name, user: { tokenFile: 'token' } }],
      contexts: [{ name, context: { cluster: name, user: name } }],
      'current-context': name,
    },
    null,
    2,
  )}\n`

/** One node at a time: the next agent starts when this one is ready. */
const daemonSet = ({ namespace }: Pick<DaemonSetOptions, 'namespace'>, spec: object): ObjectBody => ({
  apiVersion: 'apps/v1',
  kind: 'DaemonSet',
  metadata: { name, namespace, labels },
  spec: {
    selector: { matchLabels: podLabels },
    updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1 } },
    template: { metadata: { labels: { ...labels, ...podLabels } }, spec },
  },
})

const podSpec = (options: DaemonSetOptions) => ({
  ...common,
  initContainers: [
    container('rescue', options, [
      ...['agent', 'install', '--for-pod', '--yes', '--node-name=$(NODE_NAME)'],
      ...[`--namespace=${options.namespace}`, kubeconfigFlag, ...options.places],
    ]),
  ],
  containers: [
    {
      ...container('agent', options, [
        ...['agent', 'run', '--node-name=$(NODE_NAME)'],
        ...[`--namespace=${options.namespace}`, kubeconfigFlag, ...options.places, ...options.arguments],
      ]),
      resources: { requests: { cpu: '10m', memory: '96Mi' } },
    },
  ],
})

/**
 * Instead of the agents, pods that bring each node back to what it was, and then wait: when all are ready, everything can be
 * deleted. A pod cannot tell its end from that of its DaemonSet, so that deleting the agents leaves their documents.
 */
export const uninstallingDaemonSet = (
  options: Pick<DaemonSetOptions, 'namespace' | 'image' | 'places'>,
  acceptedRisks: readonly string[],
): readonly ObjectBody[] => [
  daemonSet(options, {
    ...common,
    initContainers: [
      container('uninstall', options, [
        ...['agent', 'uninstall', '--yes', kubeconfigFlag, ...options.places.filter(isOfUninstall)],
        ...acceptedRisks.map((risk) => `--accept-risk=${risk}`),
      ]),
    ],
    containers: [{ ...container('done', options, []), command: [...enter, '/bin/sh', '-c', 'exec sleep infinity'] }],
  }),
]

const isOfUninstall = (flag: string): boolean => flag.startsWith('--state-folder=')

/** A program of the image in the namespaces of its node. */
const container = (of: string, { image }: Pick<DaemonSetOptions, 'image'>, args: readonly string[]) => ({
  name: of,
  image,
  command: [...onHost, ...args],
  env: [fieldEnv('NODE_NAME', 'spec.nodeName'), fieldEnv('POD_UID', 'metadata.uid'), pathOnHost],
  securityContext: { privileged: true, runAsUser: 0, runAsGroup: 0, readOnlyRootFilesystem: true },
  // kubectl describe pod has the reason of a refusal.
  terminationMessagePolicy: 'FallbackToLogsOnError',
  volumeMounts: [{ name: volume, mountPath: '/var/run/kubeletcfg', readOnly: true }],
})

const kubeconfigFlag = `--kubeconfig=/var/lib/kubelet/pods/$(POD_UID)/volumes/kubernetes.io~projected/${volume}/config`

/** Of every pod. */
const common = {
  serviceAccountName: name,
  automountServiceAccountToken: false,
  enableServiceLinks: false,
  hostPID: true,
  hostNetwork: true,
  dnsPolicy: 'Default',
  priorityClassName: 'system-node-critical',
  nodeSelector: { 'kubernetes.io/os': 'linux' },
  tolerations: [{ operator: 'Exists' }],
  terminationGracePeriodSeconds: 30,
  volumes: [
    {
      name: volume,
      projected: {
        defaultMode: 0o400,
        sources: [
          { serviceAccountToken: { path: 'token', expirationSeconds: 86_400 } },
          { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
          { configMap: { name, items: [{ key: 'config', path: 'config' }] } },
        ],
      },
    },
  ],
}

const enter = ['/usr/bin/nsenter', '--target=1', '--mount', '--uts', '--ipc', '--net', '--wd=/usr/local/bin', '--']

/**
 * In the namespaces of the node, where systemd, the kubelet and their files are. The program is opened in the image before
 * (--wd is), and runs with the libraries of the node.
 */
const onHost = [...enter, '/bin/sh', '-c', 'exec 3<kubeletcfg && cd / && exec /proc/self/fd/3 "$@"', 'sh']

/** The image has a PATH of its own. */
const pathOnHost = { name: 'PATH', value: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' }

const fieldEnv = (name: string, fieldPath: string) => ({ name, valueFrom: { fieldRef: { fieldPath } } })
