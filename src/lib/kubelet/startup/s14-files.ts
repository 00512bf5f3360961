import type { Effective } from '../defaults/effective.ts'
import { readUnixEndpoint } from '../grammar/unix-endpoint.ts'
import { quote } from '../model/quote.ts'
import type { HostNeed } from './host-need.ts'
import { opensServingFiles } from './serving-files.ts'

const clientCa = 'authentication.x509.clientCAFile'
const [certificate, privateKey, logs] = ['tlsCertFile', 'tlsPrivateKeyFile', 'podLogsDir'] as const

const clientCaNeeds = (config: Effective): readonly HostNeed[] =>
  config.text(clientCa) === '' ? [] : [fileNeed(config, clientCa, 'certificates in PEM')]

const fileNeed = (config: Effective, field: string, content: string): HostNeed => ({
  field,
  need: `the file ${quote(config.text(field))} must exist and have ${content}`,
  remedy: 'create it before the kubelet starts',
})

function servingNeeds(config: Effective): readonly HostNeed[] {
  const opens = opensServingFiles(config)
  if (opens === 'never') return []
  if (opens === 'always')
    return [
      fileNeed(config, certificate, 'a certificate in PEM'),
      fileNeed(config, privateKey, `the private key of ${certificate} in PEM`),
    ]
  const [one, other] = [certificate, privateKey].map((field) => quote(config.text(field)))
  return [
    {
      field: certificate,
      need: `${one} and ${other} must be a certificate and its private key in PEM, if both exist`,
      remedy: 'omit both fields: with serverTLSBootstrap the API server signs the certificate',
    },
  ]
}

/** The default, which the kubelet can create on every usual host; written or not. */
const usualLogs = /^\/var\/log\/pods\/?$/

function folderNeeds(config: Effective): readonly HostNeed[] {
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

/** Files and folders that a kubelet opens or creates while it starts. */
export const fileNeeds = [
  { reads: [certificate], needsOf: servingNeeds },
  { reads: [clientCa], needsOf: clientCaNeeds },
  { reads: [logs], needsOf: folderNeeds },
]

/** The default, which nearly every host has, and the paths of its socket. */
const usualEndpoint = 'unix:///run/containerd/containerd.sock'
const usualSocket = /^(?:\/var)?\/run\/containerd\/containerd\.sock$/

/** Sockets of container runtimes. */
export const runtimeNeeds = (config: Effective): readonly HostNeed[] =>
  ['containerRuntimeEndpoint', 'imageServiceEndpoint'].flatMap((field) => {
    const text = config.text(field)
    if (['', usualEndpoint].includes(text)) return []
    const endpoint = readUnixEndpoint(text)
    if (endpoint.kind !== 'socket' || endpoint.path === '' || usualSocket.test(endpoint.path)) return []
    return [
      {
        field,
        need: `a container runtime must listen at ${quote(endpoint.path)}`,
        remedy: `check with crictl --runtime-endpoint unix://${quote(endpoint.path).slice(1, -1)} version`,
      },
    ]
  })
