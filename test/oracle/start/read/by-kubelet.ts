import { there } from '../fixture.ts'
import { certificates, each, type ReadTogether } from './setting.ts'

const { pki, ports } = there
const keys = [`${pki}/tls.key`, `${pki}/other.key`, `${pki}/empty.crt`, '/missing.key', 'pki/tls.key']
const endpoints = [
  ...['unix:///run/containerd/containerd.sock', '/run/containerd/containerd.sock', 'unix:///var/run/crio/crio.sock'],
  ...[
    `unix://${there.deadSocket}`,
    there.deadSocket,
    `unix://${there.file}`,
    `unix://${there.folder}`,
    'unix:///missing.sock',
  ],
]

/** Read by pkg/kubelet and its servers. */
export const readByKubelet: readonly ReadTogether[] = [
  {
    source: 'pkg/kubelet/kubelet.go, PreInitRuntimeService',
    settings: [
      ...each('containerRuntimeEndpoint', [
        ...endpoints,
        'tcp://127.0.0.1:2375',
        'unix://run/containerd/containerd.sock',
      ]),
      ...each('imageServiceEndpoint', endpoints),
      ...each('runtimeRequestTimeout', ['1ms', '1s', '-1s']),
    ],
  },
  {
    source: 'pkg/kubelet/kubelet.go, makePodSourceConfig',
    settings: [
      ...each('staticPodPath', [there.folder, there.file, '/missing', 'manifests', '/read-only/missing']),
      { staticPodPath: there.folder, fileCheckFrequency: '-1s' },
      { staticPodPath: there.folder, fileCheckFrequency: '0s' },
      { staticPodURL: 'http://127.0.0.1:1/', httpCheckFrequency: '-1s' },
      { staticPodURL: 'not a url', staticPodURLHeader: { a: ['b'] } },
    ],
  },
  {
    source: 'pkg/kubelet/kubelet.go, NewMainKubelet',
    settings: [
      ...each('syncFrequency', ['1ns', '0s', '-1s']),
      ...each('configMapAndSecretChangeDetectionStrategy', ['Watch', 'Cache', 'Get', 'Poll']),
      ...each('clusterDNS', [['10.96.0.10'], ['foo']]),
      ...each('podCIDR', ['10.0.0.0/24', 'banana']),
      ...each('hairpinMode', ['none', 'promiscuous-bridge']),
      ...each('containerLogMaxSize', ['10Mi', '10.5Mi', '-1', '1']),
      { containerLogMaxFiles: 2, containerLogMaxWorkers: 100, containerLogMonitorInterval: '3s' },
      ...each('resolvConf', ['', '/etc/resolv.conf', '/missing', there.folder, 'missing']),
      ...each('volumePluginDir', ['/read-only/plugins', there.file, 'plugins', '/var/lib/plugins']),
      ...each('volumeStatsAggPeriod', ['0s', '-1s', '1ns']),
      ...each('nodeStatusUpdateFrequency', ['0s', '-1s', '1h']),
      ...each('nodeStatusReportFrequency', ['0s', '-1s']),
      ...each('nodeLeaseDurationSeconds', [1, 300]),
      ...each('streamingConnectionIdleTimeout', ['0s', '-1s']),
      ...each('evictionPressureTransitionPeriod', ['0s', '-1s']),
      ...each('contentType', ['application/json', 'application/banana']),
      ...each('kubeAPIQPS', [0, 1]),
      ...each('registryPullQPS', [0, 1]),
      { serializeImagePulls: false, maxParallelImagePulls: 5 },
      ...each('allowedUnsafeSysctls', [['net.*'], ['kernel.msg*'], ['vm.swappiness'], ['*']]),
      { shutdownGracePeriod: '30s', shutdownGracePeriodCriticalPods: '10s' },
      ...each('seccompDefault', [true]),
      ...each('runtimeRequestTimeout', ['1h']),
      ...each('imageMinimumGCAge', ['0s', '1h']),
      ...each('enableControllerAttachDetach', [false]),
      ...each('localStorageCapacityIsolation', [false]),
      ...each('registerNode', [false]),
      ...each('registerWithTaints', [[{ key: 'a', effect: 'NoSchedule' }]]),
      { crashLoopBackOff: { maxContainerRestartPeriod: '1s' }, featureGates: { KubeletCrashLoopBackOffMax: true } },
      { logging: { format: 'json' } },
      { logging: { verbosity: 4, flushFrequency: '0s' } },
      { enableSystemLogHandler: true, enableSystemLogQuery: true },
    ],
  },
  {
    source: 'pkg/kubelet/kubelet.go, NewMainKubelet; pkg/kubelet/certificate/kubelet.go',
    settings: [
      ...certificates.flatMap((tlsCertFile) => keys.map((tlsPrivateKeyFile) => ({ tlsCertFile, tlsPrivateKeyFile }))),
      { tlsCertFile: '/missing.crt', tlsPrivateKeyFile: '/missing.key', enableServer: false },
      { tlsCertFile: '/missing.crt', tlsPrivateKeyFile: '/missing.key', serverTLSBootstrap: true },
      ...each('tlsCertFile', [`${pki}/tls.crt`, '/missing.crt']),
      ...each('tlsPrivateKeyFile', [`${pki}/tls.key`]),
      ...each('serverTLSBootstrap', [true]),
      ...each('rotateCertificates', [true]),
      { serverTLSBootstrap: true, rotateCertificates: true },
    ],
  },
  {
    source: 'pkg/kubelet/userns/userns_manager.go, MakeUserNsManager',
    settings: [
      ...[65536, 131072, 196608, 67108864, 33554432].map((idsPerPod) => ({ userNamespaces: { idsPerPod } })),
      ...each('maxPods', [0, 1, 65534, 65535, 65536, 70000]),
      { userNamespaces: { idsPerPod: 131072 }, maxPods: 32767 },
      { userNamespaces: { idsPerPod: 131072 }, maxPods: 32766 },
      { maxPods: 110, podsPerCore: 10 },
    ],
  },
  {
    source: 'pkg/kubelet/kubelet.go, initializeModules',
    settings: each('podLogsDir', [
      ...[
        '/var/log/pods',
        '/srv/logs/pods',
        '/read-only/pods',
        there.file,
        `${there.file}/pods`,
        `${pki}/dangling.crt`,
      ],
    ]),
  },
  {
    source: 'pkg/kubelet/server/server.go, ListenAndServeKubeletServer and ListenAndServeKubeletReadOnlyServer',
    settings: [
      ...each('port', [10250, 10251, ports.loopback, ports.ipv4, ports.all, ports.loopback6]),
      ...each('readOnlyPort', [0, 10255, ports.loopback, ports.all, 10250]),
      ...each('address', ['0.0.0.0', '::', '::1', '127.0.0.1', there.address, '192.0.2.1', 'localhost']),
      ...[ports.loopback, ports.ipv4, ports.all, ports.loopback6].flatMap((port) =>
        ['127.0.0.1', there.address, '::1', '::', '127.0.0.2'].map((address) => ({ port, address })),
      ),
      { port: ports.all, enableServer: false },
      { address: '192.0.2.1', enableServer: false },
      { address: '192.0.2.1', enableServer: false, readOnlyPort: 10255 },
      ...each('enableServer', [false]),
    ],
  },
]
