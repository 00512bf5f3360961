import type { Case } from './case.ts'

const host = (path: string, breaks: string, keeps: string, need: string): Case => ({
  ...{ rule: 'S14', path, breaks, keeps },
  message: `depends on the host: ${need}`,
})

/** What the host must have: one finding for each thing. */
export const cases: readonly Case[] = [
  host(
    'kubeReserved[cpu]',
    'systemReserved: {cpu: 500m}\nkubeReserved: {cpu: 600m}\n',
    'systemReserved: {cpu: 500m, memory: 256Mi}\nkubeReserved: {cpu: 500m, memory: 156Mi}\n',
    'the node must have at least 1100m CPU (kubeReserved, systemReserved)',
  ),
  host(
    'systemReserved[cpu]',
    'systemReserved: {cpu: "2"}\n',
    'systemReserved: {cpu: "2"}\nreservedSystemCPUs: ""\nkubeReserved: {cpu: "-1"}\n',
    'the node must have at least 2 CPUs (systemReserved)',
  ),
  host(
    'systemReserved[memory]',
    'systemReserved: {memory: 3Gi}\nevictionHard: {memory.available: 1Gi}\n',
    'systemReserved: {memory: 256Mi}\nevictionHard: {memory.available: 256Mi}\n',
    'the node must have at least 4Gi of memory (systemReserved, evictionHard)',
  ),
  host(
    'kubeReserved[memory]',
    'kubeReserved: {memory: 3Gi}\nevictionHard: {memory.available: 25%}\n',
    'kubeReserved: {memory: 384Mi}\nevictionHard: {memory.available: 25%}\n',
    'the node must have at least 4Gi of memory (kubeReserved, evictionHard)',
  ),
  host(
    'evictionHard[memory.available]',
    'evictionHard: {memory.available: 500Gi}\n',
    'evictionHard: {memory.available: 99%}\n',
    'the node must have at least 500Gi of memory (evictionHard)',
  ),
  host(
    'kubeReserved[memory]',
    'kubeReserved: {memory: 413Mi}\n',
    'kubeReserved: {memory: 412Mi}\n',
    'the node must have at least 513Mi of memory (kubeReserved, evictionHard)',
  ),
  host(
    'kubeReserved[ephemeral-storage]',
    'kubeReserved: {ephemeral-storage: 2Gi}\nevictionHard: {nodefs.available: 1Mi}\n',
    'kubeReserved: {ephemeral-storage: 2047Mi}\nevictionHard: {nodefs.available: 1Mi}\n',
    'the node must have at least 2049Mi of ephemeral-storage (kubeReserved, evictionHard)',
  ),
  host(
    'evictionHard[nodefs.available]',
    'evictionHard: {nodefs.available: 1Ti}\n',
    'evictionHard: {nodefs.available: 1Ti}\nlocalStorageCapacityIsolation: false\n',
    'the node must have at least 1Ti of ephemeral-storage (evictionHard)',
  ),
  host(
    'tlsCertFile',
    'tlsCertFile: /etc/kubelet.crt\ntlsPrivateKeyFile: /etc/kubelet.key\n',
    'tlsCertFile: /etc/kubelet.crt\n',
    "the file '/etc/kubelet.crt' must exist and have a certificate in PEM",
  ),
  host(
    'tlsCertFile',
    'tlsCertFile: /etc/kubelet.crt\ntlsPrivateKeyFile: /etc/kubelet.key\nserverTLSBootstrap: true\n',
    'serverTLSBootstrap: true\n',
    "'/etc/kubelet.crt' and '/etc/kubelet.key' must be a certificate and its private key in PEM, if both exist",
  ),
  {
    ...host(
      'tlsCertFile',
      'tlsCertFile: /etc/kubelet.crt\ntlsPrivateKeyFile: /etc/kubelet.key\nserverTLSBootstrap: true\n',
      'serverTLSBootstrap: true\n',
      "the file '/etc/kubelet.crt' must exist and have a certificate in PEM",
    ),
    release: '1.35',
  },
  {
    ...host(
      'tlsPrivateKeyFile',
      'tlsCertFile: /a.crt\ntlsPrivateKeyFile: /a.key\nenableServer: false\n',
      'tlsCertFile: /a.crt\ntlsPrivateKeyFile: /a.key\nenableServer: false\nfeatureGates: {ReloadKubeletServerCertificateFile: false}\n',
      "the file '/a.key' must exist and have the private key of tlsCertFile in PEM",
    ),
    release: '1.35',
  },
  host(
    'tlsPrivateKeyFile',
    'tlsPrivateKeyFile: /etc/kubelet.key\ntlsCertFile: /etc/kubelet.crt\n',
    'tlsPrivateKeyFile: /etc/kubelet.key\n',
    "the file '/etc/kubelet.key' must exist and have the private key of tlsCertFile in PEM",
  ),
  host(
    'authentication.x509.clientCAFile',
    'authentication: {x509: {clientCAFile: /etc/kubernetes/pki/ca.crt}}\n',
    'authentication: {x509: {clientCAFile: ""}}\n',
    "the file '/etc/kubernetes/pki/ca.crt' must exist and have certificates in PEM",
  ),
  host(
    'podLogsDir',
    'podLogsDir: /srv/logs\n',
    'podLogsDir: /var/log/pods\n',
    "the kubelet must be able to create the folder '/srv/logs'",
  ),
  host('port', 'port: 10260\n', 'port: 10250\n', 'no other program must listen on port 10260 on all addresses'),
  host(
    'readOnlyPort',
    'readOnlyPort: 10255\naddress: 127.0.0.1\n',
    'readOnlyPort: 0\naddress: 127.0.0.1\n',
    'no other program must listen on port 10255 on 127.0.0.1',
  ),
  host(
    'address',
    'address: 192.0.2.1\n',
    'address: 192.0.2.1\nenableServer: false\n',
    'the host must have the address 192.0.2.1',
  ),
]
