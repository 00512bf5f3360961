import { formatDuration } from '../../quantity/duration.ts'
import type { Effective } from '../defaults/effective.ts'
import { type Hazard, problemAt } from './hazard.ts'

const [lease, frequency] = ['nodeLeaseDurationSeconds', 'nodeStatusUpdateFrequency'] as const
const second = 1_000_000_000n

/** The default of --node-monitor-grace-period: without a sign of life for so long, a node is not ready. In seconds. */
const graceOf = (config: Effective): bigint => (config.isAtLeast('1.32') ? 50n : 40n)

/** Periods that end in a loop without a pause when they are negative, and what they need. */
const loops: readonly (readonly [field: string, runs: (config: Effective) => boolean])[] = [
  [frequency, () => true],
  ['cpuManagerReconcilePeriod', (config) => config.text('cpuManagerPolicy') === 'static'],
  ['httpCheckFrequency', (config) => config.text('staticPodURL') !== ''],
]

/** Signs of life of a node, and other periods. */
export const timeHazards: readonly Hazard[] = [
  {
    id: 'H09',
    severity: 'warning',
    fields: [lease],
    meaning:
      'nodeLeaseDurationSeconds should be at most twice the grace period of the node controller, which is 40s, and 50s ' +
      'from 1.32: the kubelet renews its lease after a quarter of the duration.',
    harm: 'A renewal that fails once, or any renewal, comes too late: the node is NotReady now and then, and loses its pods.',
    remedy: 'the default is 40; raise --node-monitor-grace-period of kube-controller-manager first',
    source: 'pkg/kubelet/kubelet.go, NewMainKubelet; pkg/controller/nodelifecycle/node_lifecycle_controller.go',
    check: (config) => {
      const [duration, grace] = [config.int(lease), graceOf(config)]
      if (duration <= 2n * grace) return []
      const often = formatDuration((duration * second) / 4n)
      return [
        problemAt(config, lease, `${duration} renews the lease every ${often}, and a node is NotReady after ${grace}s`),
      ]
    },
  },
  {
    id: 'H10',
    severity: 'warning',
    fields: [frequency],
    meaning:
      'nodeStatusUpdateFrequency should be at most the grace period of the node controller: 40s, and 50s from 1.32.',
    harm: 'The cluster learns too late that a node is under pressure or not ready, and which volumes it uses.',
    remedy: 'the default is 10s; nodeStatusReportFrequency is what reduces writes',
    source: 'pkg/kubelet/kubelet.go, Run; pkg/controller/nodelifecycle/node_lifecycle_controller.go',
    check: (config) => {
      const [period, grace] = [config.duration(frequency), graceOf(config)]
      if (period <= grace * second) return []
      return [
        problemAt(config, frequency, `${formatDuration(period)} is longer than the ${grace}s of the node controller`),
      ]
    },
  },
  {
    id: 'H11',
    severity: 'warning',
    fields: loops.map(([field]) => field),
    meaning:
      'nodeStatusUpdateFrequency, cpuManagerReconcilePeriod with the static policy, and httpCheckFrequency with ' +
      'staticPodURL should not be negative.',
    harm: 'The kubelet repeats that work without a pause: it uses a CPU, and loads the API server or the runtime.',
    remedy: 'omit it for the default',
    source: 'k8s.io/apimachinery/pkg/util/wait/backoff.go, BackoffUntil',
    check: (config) =>
      loops
        .filter(([field, runs]) => config.duration(field) < 0n && runs(config))
        .map(([field]) =>
          problemAt(config, field, `${formatDuration(config.duration(field))} is a loop without a pause`),
        ),
  },
]
