import type { ObjectBody } from '../../api/object.ts'
import type { ControllerOptions, ControllerProgram } from './controller-program.ts'

type Labels = Readonly<Record<string, string>>

const controlPlane = 'node-role.kubernetes.io/control-plane'

/** Two replicas on two nodes, if there are as many: one acts, the other takes over. */
export const deployment = (
  program: ControllerProgram,
  options: ControllerOptions,
  labels: Labels,
  selector: Labels,
): ObjectBody => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: program.name, namespace: options.namespace, labels },
  spec: {
    replicas: options.replicas,
    selector: { matchLabels: selector },
    template: {
      metadata: { labels },
      spec: {
        serviceAccountName: program.name,
        enableServiceLinks: false,
        priorityClassName: program.name,
        terminationGracePeriodSeconds: program.endsWithinSeconds,
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
        containers: [container(program, options)],
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

const container = (
  { container: name, command, metricsPort, healthPort, webhookPort, arguments: own }: ControllerProgram,
  { namespace, image }: ControllerOptions,
) => ({
  name,
  image,
  command: [`/usr/local/bin/${command}`],
  args: [
    ...own,
    `--leader-elect-resource-namespace=${namespace}`,
    `--metrics-address=0.0.0.0:${metricsPort}`,
    `--health-address=0.0.0.0:${healthPort}`,
    ...(webhookPort === undefined ? [] : [`--webhook-address=0.0.0.0:${webhookPort}`]),
    '--log-format=json',
  ],
  ports: [
    { name: 'metrics', containerPort: metricsPort },
    { name: 'health', containerPort: healthPort },
    ...(webhookPort === undefined ? [] : [{ name: 'webhook', containerPort: webhookPort }]),
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
