import type { ObjectBody } from '../../api/object.ts'
import { reconciler } from '../../names.ts'

interface Options {
  readonly namespace: string
  readonly reconcilerNamespace: string
  readonly image: string
  readonly replicas: number
  readonly nodeSelector: Readonly<Record<string, string>> | undefined
}

type Labels = Readonly<Record<string, string>>

const { name } = reconciler
export const metricsPort = 10246
const healthPort = 10245
const controlPlane = 'node-role.kubernetes.io/control-plane'

/**
 * Two replicas on two nodes, if there are as many: one acts, the other takes over. A replica that is told to end reverts
 * what is not granted, for at most 20 s.
 */
export const deployment = (options: Options, labels: Labels, selector: Labels): ObjectBody => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name, namespace: options.reconcilerNamespace, labels },
  spec: {
    replicas: options.replicas,
    selector: { matchLabels: selector },
    template: {
      metadata: { labels },
      spec: {
        serviceAccountName: name,
        enableServiceLinks: false,
        priorityClassName: name,
        terminationGracePeriodSeconds: 40,
        ...placement(options.nodeSelector),
        tolerations: [
          { key: controlPlane, operator: 'Exists' },
          // Of the servers of k3s and RKE2.
          { key: 'CriticalAddonsOnly', operator: 'Exists' },
        ],
        topologySpreadConstraints: ['kubernetes.io/hostname', 'topology.kubernetes.io/zone'].map((topologyKey) => ({
          ...{ maxSkew: 1, topologyKey, whenUnsatisfiable: 'ScheduleAnyway' },
          labelSelector: { matchLabels: selector },
        })),
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
        containers: [container(options)],
      },
    },
  },
})

/** Whoever has the node of a replica has its token. Distributions disagree on the value of the label. */
const placement = (nodeSelector: Labels | undefined) =>
  nodeSelector !== undefined
    ? { nodeSelector }
    : {
        nodeSelector: { 'kubernetes.io/os': 'linux' },
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [{ matchExpressions: [{ key: controlPlane, operator: 'Exists' }] }],
            },
          },
        },
      }

const container = ({ namespace, reconcilerNamespace, image }: Options) => ({
  name: 'reconciler',
  image,
  command: ['/usr/local/bin/nodesize'],
  args: [
    'reconcile',
    `--namespace=${namespace}`,
    `--leader-elect-resource-namespace=${reconcilerNamespace}`,
    `--metrics-address=0.0.0.0:${metricsPort}`,
    `--health-address=0.0.0.0:${healthPort}`,
    '--log-format=json',
  ],
  ports: [
    { name: 'metrics', containerPort: metricsPort },
    { name: 'health', containerPort: healthPort },
  ],
  readinessProbe: { httpGet: { path: '/readyz', port: 'health' }, periodSeconds: 5 },
  livenessProbe: { httpGet: { path: '/healthz', port: 'health' }, initialDelaySeconds: 15, periodSeconds: 20 },
  resources: { requests: { cpu: '20m', memory: '128Mi' } },
  // kubectl describe pod has the reason why it ended.
  terminationMessagePolicy: 'FallbackToLogsOnError',
  securityContext: {
    allowPrivilegeEscalation: false,
    capabilities: { drop: ['ALL'] },
    readOnlyRootFilesystem: true,
  },
})
