import { formatDuration } from '../../quantity/duration.ts'
import { asBool } from '../defaults/values.ts'
import { itemPath, keyPath } from '../model/path.ts'
import { type Problem, unless } from '../rules/rule.ts'
import { type Hazard, problemAt } from './hazard.ts'

const [server, handlers, dns, oom] = ['enableServer', 'enableDebuggingHandlers', 'clusterDNS', 'oomScoreAdj'] as const
const [total, critical, gates] = ['shutdownGracePeriod', 'shutdownGracePeriodCriticalPods', 'featureGates'] as const

/** Name servers that a resolv.conf may have. */
const maxServers = 3

/** What the node no longer does for its pods and for its operators. */
export const serviceHazards: readonly Hazard[] = [
  {
    id: 'H24',
    severity: 'warning',
    fields: [server, handlers],
    meaning: 'enableServer and enableDebuggingHandlers should be true.',
    harm: 'kubectl logs, exec, attach, port-forward and top do not work for pods of the node, nor do metrics and autoscalers.',
    remedy: 'omit it: the default is true',
    source: 'cmd/kubelet/app/server.go, startKubelet; pkg/kubelet/server/server.go, NewServer',
    check: (config) => {
      if (!config.bool(server))
        return [problemAt(config, server, 'false leaves the node without logs, exec and metrics')]
      return unless(config.bool(handlers), () =>
        problemAt(config, handlers, 'false leaves the node without logs and exec'),
      )
    },
  },
  {
    id: 'H25',
    severity: 'warning',
    fields: [total, critical],
    meaning: 'shutdownGracePeriod should be longer than shutdownGracePeriodCriticalPods.',
    harm: 'Ordinary pods get the difference: with none, they are killed at once when the node shuts down.',
    remedy: 'shutdownGracePeriod includes the time for critical pods: 60s and 20s are usual',
    source: 'pkg/kubelet/nodeshutdown/nodeshutdown_manager.go, migrateConfig',
    check: (config) => {
      const period = config.duration(total)
      if (period <= 0n || period !== config.duration(critical) || !config.enabled('GracefulNodeShutdown')) return []
      return [
        problemAt(config, total, `${formatDuration(period)} is all for critical pods: other pods are killed at once`),
      ]
    },
  },
  {
    id: 'H26',
    severity: 'warning',
    fields: [dns],
    meaning: `clusterDNS should have at most ${maxServers} addresses.`,
    harm: 'A pod gets three name servers: the kubelet leaves out the others, and warns in an event of each pod.',
    remedy: 'remove the addresses that are not needed',
    source: 'pkg/kubelet/network/dns/dns.go, formDNSNameserversFitsLimits',
    check: (config) =>
      config
        .list(dns)
        .slice(maxServers, maxServers + 1)
        .map(
          (at): Problem => ({
            path: itemPath(dns, maxServers),
            at,
            message: `is more than the ${maxServers} that a pod gets`,
          }),
        ),
  },
  {
    id: 'H27',
    severity: 'warning',
    fields: [oom],
    meaning: 'oomScoreAdj should be 0 or less.',
    harm: 'When memory runs out, the kernel kills the kubelet before Guaranteed pods: it then evicts and restarts nothing.',
    remedy: 'omit it: the default is -999',
    source: 'cmd/kubelet/app/server.go, run',
    check: (config) =>
      unless(config.int(oom) <= 0n, () =>
        problemAt(config, oom, `${config.int(oom)} makes the kernel kill the kubelet before many pods`),
      ),
  },
  {
    id: 'H28',
    severity: 'warning',
    fields: [gates],
    meaning: 'featureGates.AllAlpha should not be true.',
    harm: 'Features that are not finished run on the node, and each release adds others, changes them or takes them away.',
    remedy: 'name the feature gates that you need',
    source: 'staging/src/k8s.io/component-base/featuregate/feature_gate.go',
    check: (config) => {
      const value = config.map(gates).get('AllAlpha')
      return unless(value === undefined || !asBool(value), () => ({
        ...{ path: keyPath(gates, 'AllAlpha'), at: value!, message: 'turns on all features that are not finished' },
      }))
    },
  },
]
