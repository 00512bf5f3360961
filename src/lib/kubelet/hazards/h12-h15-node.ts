import { closest } from '../model/closest.ts'
import { quote } from '../model/quote.ts'
import { unless } from '../rules/rule.ts'
import { type Hazard, problemAt } from './hazard.ts'

const [driver, contentType, resolvConf, healthzPort] = [
  'cgroupDriver',
  'contentType',
  'resolvConf',
  'healthzPort',
] as const

const drivers = ['systemd', 'cgroupfs']
const contentTypes = [
  'application/vnd.kubernetes.protobuf',
  'application/json',
  'application/yaml',
  // Behind a feature gate of client-go.
  'application/cbor',
]

/** What systemd-resolved writes for programs of the host. */
export const resolvedStub = /^(?:\/var)?\/run\/systemd\/resolve\/stub-resolv\.conf$/

/** Ports on which another component of a node listens. */
export const otherPorts: ReadonlyMap<bigint, string> = new Map([
  [10249n, 'kube-proxy (metrics)'],
  [10256n, 'kube-proxy (health)'],
])

/** Values of the node that do not fit what else is on it. */
export const nodeHazards: readonly Hazard[] = [
  {
    id: 'H12',
    severity: 'warning',
    fields: [driver],
    meaning: 'cgroupDriver should be systemd or cgroupfs: any other text is cgroupfs, also in another case.',
    harm: 'With a runtime that uses systemd and does not report it, the cgroups of pods are wrong, and no pod starts.',
    remedy: 'use systemd, as the runtime does on most nodes',
    source:
      'pkg/kubelet/cm/cgroup_manager_linux.go, newCgroupCommon; cmd/kubelet/app/server.go, getCgroupDriverFromCRI',
    check: (config) => {
      const text = config.text(driver)
      if (drivers.includes(text) || text === '') return []
      const meant = closest(text.toLowerCase(), drivers, 2)
      const problem = problemAt(config, driver, `${quote(text)} is not a cgroup driver: the kubelet uses cgroupfs`)
      return [{ ...problem, reason: 'FieldValueNotSupported', ...(meant && { remedy: `did you mean ${meant}?` }) }]
    },
  },
  {
    id: 'H13',
    severity: 'warning',
    fields: [contentType],
    meaning: `contentType should be one of ${contentTypes.slice(0, 3).join(', ')}, without parameters.`,
    harm: 'The kubelet can write neither its lease nor the status of the node: the node is NotReady, and stays healthy itself.',
    remedy: 'omit it: the default is application/vnd.kubernetes.protobuf',
    source: 'k8s.io/apimachinery/pkg/runtime/negotiate.go, Encoder',
    check: (config) =>
      unless(config.text(contentType) === '' || contentTypes.includes(config.text(contentType)), () => ({
        ...problemAt(config, contentType, `${quote(config.text(contentType))} is a type that the kubelet cannot write`),
        reason: 'FieldValueNotSupported',
      })),
  },
  {
    id: 'H14',
    severity: 'warning',
    fields: [resolvConf],
    meaning: 'resolvConf should not be the stub of systemd-resolved.',
    harm: 'Pods get the name server 127.0.0.53, which is the pod itself: CoreDNS asks itself in a loop, and ends.',
    remedy: 'use /run/systemd/resolve/resolv.conf',
    source: 'pkg/kubelet/network/dns/dns.go, getHostDNSConfig',
    check: (config) =>
      unless(!resolvedStub.test(config.text(resolvConf)), () =>
        problemAt(config, resolvConf, 'is the stub for programs of the host: pods cannot reach its name server'),
      ),
  },
  {
    id: 'H15',
    severity: 'warning',
    fields: [healthzPort],
    meaning: 'healthzPort should not be a port of kube-proxy, 10249 or 10256.',
    harm: 'One of the two cannot listen; the kubelet runs on without a health check, and kube-proxy may not start.',
    remedy: 'the default is 10248',
    source: 'cmd/kubelet/app/server.go, run; pkg/cluster/ports/ports.go',
    check: (config) => {
      const other = otherPorts.get(config.int(healthzPort))
      return unless(other === undefined, () => ({
        ...problemAt(config, healthzPort, `${config.int(healthzPort)} is the port of ${other}`),
        reason: 'FieldValueDuplicate',
      }))
    },
  },
]
