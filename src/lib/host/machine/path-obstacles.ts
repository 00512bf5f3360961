import type { Effective } from '../../kubelet/defaults/effective.ts'
import { readUnixEndpoint } from '../../kubelet/grammar/unix-endpoint.ts'
import type { HostRoot } from './host-root.ts'
import { field, type ObstacleFact } from './obstacle-fact.ts'

/** cmd/kubelet/app/server.go and pkg/kubelet/kubelet.go: what is read, and what is made when it is missing. */
const read = ['staticPodPath', 'resolvConf', 'authentication.x509.clientCAFile', 'tlsCertFile', 'tlsPrivateKeyFile']
const folderOrFile = 'staticPodPath'
const made = ['volumePluginDir', 'podLogsDir']
const sockets = ['containerRuntimeEndpoint', 'imageServiceEndpoint']

/** Files, folders and sockets of a document that are not on the host (V10, V11, S14). */
export async function pathObstacles(config: Effective, host: HostRoot): Promise<readonly ObstacleFact[]> {
  const found = await Promise.all([
    ...read.map((name) => missing(config, name, host)),
    ...made.map((name) => notCreatable(config, name, host)),
    ...sockets.map((name) => noSocket(config, name, host)),
  ])
  return found.filter((fact) => fact !== undefined)
}

async function missing(config: Effective, name: string, host: HostRoot): Promise<ObstacleFact | undefined> {
  const path = config.text(name)
  if (path === '') return undefined
  if (!path.startsWith('/')) return { reason: 'HostPathRelative', subject: field(name), path }
  const kind = await host.kind(path)
  if (kind === 'absent') return { reason: 'HostPathNotFound', subject: field(name), path }
  return kind === 'folder' && name !== folderOrFile
    ? { reason: 'HostPathIsFolder', subject: field(name), path }
    : undefined
}

async function notCreatable(config: Effective, name: string, host: HostRoot): Promise<ObstacleFact | undefined> {
  const path = config.text(name)
  if (path === '') return undefined
  if (!path.startsWith('/')) return { reason: 'HostPathRelative', subject: field(name), path }
  const obstacle = await host.obstacleTo(path)
  return obstacle === undefined ? undefined : { reason: 'HostFolderNotCreatable', subject: field(name), path, obstacle }
}

async function noSocket(config: Effective, name: string, host: HostRoot): Promise<ObstacleFact | undefined> {
  const endpoint = readUnixEndpoint(config.text(name))
  if (config.text(name) === '' || endpoint.kind !== 'socket' || endpoint.path === '') return undefined
  const kind = await host.kind(endpoint.path)
  if (kind === 'socket' || kind === undefined) return undefined
  return { reason: 'HostSocketNotFound', subject: field(name), path: endpoint.path }
}
