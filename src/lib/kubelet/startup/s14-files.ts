import type { Effective } from '../defaults/effective.ts'
import { readUnixEndpoint } from '../grammar/unix-endpoint.ts'
import { quote } from '../model/quote.ts'
import type { HostNeed } from './host-need.ts'

const clientCa = 'authentication.x509.clientCAFile'
const [certificate, privateKey, logs] = ['tlsCertFile', 'tlsPrivateKeyFile', 'podLogsDir'] as const

/** Files and folders that a kubelet opens or creates while it starts. */
export const fileNeeds = (config: Effective): readonly HostNeed[] => [
  ...filesOf(config).map(([field, content]) => ({
    field,
    need: `the file ${quote(config.text(field))} must exist and have ${content}`,
    remedy: 'create it before the kubelet starts',
  })),
  ...folderNeed(config),
]

function filesOf(config: Effective): readonly (readonly [field: string, content: string])[] {
  const rotated = config.bool('serverTLSBootstrap') && config.enabled('RotateKubeletServerCertificate')
  const isPair = config.text(certificate) !== '' && config.text(privateKey) !== ''
  const pair = [
    [certificate, 'a certificate in PEM'],
    [privateKey, `the private key of ${certificate} in PEM`],
  ] as const
  return [
    ...(isPair && !rotated ? pair : []),
    ...(config.text(clientCa) === '' ? [] : ([[clientCa, 'certificates in PEM']] as const)),
  ]
}

/** The default, which the kubelet can create on every usual host; written or not. */
const usualLogs = /^\/var\/log\/pods\/?$/

function folderNeed(config: Effective): readonly HostNeed[] {
  const folder = config.text(logs)
  if (folder === '' || usualLogs.test(folder)) return []
  return [
    {
      field: logs,
      need: `the kubelet must be able to create the folder ${quote(folder)}`,
      remedy: 'check that no part of the path is a file, and that its file system is not read-only',
    },
  ]
}

/** The default, which nearly every host has. */
const usualSocket = /^(?:\/var)?\/run\/containerd\/containerd\.sock$/

/** Sockets of container runtimes. */
export const runtimeNeeds = (config: Effective): readonly HostNeed[] =>
  ['containerRuntimeEndpoint', 'imageServiceEndpoint'].flatMap((field) => {
    const endpoint = readUnixEndpoint(config.text(field))
    if (config.text(field) === '' || endpoint.kind !== 'socket') return []
    if (endpoint.path === '' || usualSocket.test(endpoint.path)) return []
    return [
      {
        field,
        need: `a container runtime must listen at ${quote(endpoint.path)}`,
        remedy: `check with crictl --runtime-endpoint unix://${quote(endpoint.path).slice(1, -1)} version`,
      },
    ]
  })
