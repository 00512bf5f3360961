import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { basename, dirname, join } from 'node:path'
import type { Effective } from '../kubelet/defaults/effective.ts'
import { readUnixEndpoint } from '../kubelet/grammar/unix-endpoint.ts'
import { opensServingFiles } from '../kubelet/startup/serving-files.ts'
import { hostCheck } from './check.ts'
import type { HostCheck } from './host-checks.ts'
import type { HostView } from './host-view.ts'
import { isReadOnlyAt } from './mounts.ts'
import {
  field,
  HostFileUnusable,
  HostFolderNotCreatable,
  HostKeyOfAnother,
  HostPathIsFolder,
  HostPathNotFound,
  HostPathRelative,
  HostSocketNotFound,
  type ObstacleFact,
} from './obstacle-messages.ts'

/** cmd/kubelet/app/server.go and pkg/kubelet/kubelet.go: what is read, and what is made when it is missing. */
const read = ['staticPodPath', 'resolvConf', 'authentication.x509.clientCAFile']
const folderOrFile = 'staticPodPath'
const pair = ['tlsCertFile', 'tlsPrivateKeyFile']
const made = ['volumePluginDir', 'podLogsDir']
const sockets = ['containerRuntimeEndpoint', 'imageServiceEndpoint']

type Ask = (config: Effective, name: string, host: HostView) => Promise<ObstacleFact | undefined>

/** Files, folders and sockets of a document (V10, V11, S14). */
export async function pathChecks(config: Effective, host: HostView): Promise<readonly HostCheck[]> {
  const opens = opensServingFiles(config)
  const asked: readonly (readonly [readonly string[], Ask])[] = [
    [[...read, ...(opens === 'always' ? pair : [])], missing],
    [opens === 'if both exist' ? pair.slice(0, 1) : [], badPair],
    [made, notCreatable],
    [sockets.filter((name) => isSocket(config, name)), noSocket],
  ]
  return Promise.all(
    asked.flatMap(([names, ask]) =>
      names
        .filter((name) => config.text(name) !== '')
        .map((path) => hostCheck({ path }, () => ask(config, path, host))),
    ),
  )
}

async function missing(config: Effective, name: string, host: HostView): Promise<ObstacleFact | undefined> {
  const path = config.text(name)
  if (!path.startsWith('/')) return HostPathRelative({ subject: field(name), path })
  const kind = await host.kind(path)
  if (kind === 'absent') return HostPathNotFound({ subject: field(name), path })
  if (kind === 'folder' && name !== folderOrFile) return HostPathIsFolder({ subject: field(name), path })
  return keyObstacle(config, name, host)
}

/** Where a kubelet keeps the certificate that the API server has signed, unless its flag --cert-dir says otherwise. */
const signed = '/var/lib/kubelet/pki/kubelet-server-current.pem'

/** Both are opened only if they exist, and nothing is signed yet. */
async function badPair(config: Effective, _name: string, host: HostView): Promise<ObstacleFact | undefined> {
  const found = await Promise.all(pair.map((name) => missing(config, name, host)))
  const isOpened = !found.some((fact) => fact?.reason === 'HostPathNotFound') && (await host.kind(signed)) === 'absent'
  return isOpened ? found.find((fact) => fact !== undefined) : undefined
}

async function notCreatable(config: Effective, name: string, host: HostView): Promise<ObstacleFact | undefined> {
  const path = config.text(name)
  if (!path.startsWith('/')) return HostPathRelative({ subject: field(name), path })
  const obstacle = await obstacleTo(path, host)
  return obstacle === undefined ? undefined : HostFolderNotCreatable({ subject: field(name), path, obstacle })
}

/** Why a folder cannot be made: a part of its path that is not a folder, or is on a read-only file system. */
async function obstacleTo(folder: string, host: HostView): Promise<string | undefined> {
  const kind = await host.kind(folder)
  if (kind === 'folder') return undefined
  // A link to nothing is there: no folder can take its place.
  if (kind !== 'absent' || folder === '/' || (await isLink(folder, host))) return folder
  const above = dirname(folder)
  if ((await host.kind(above)) === 'folder') return (await isReadOnlyAt(host, above)) ? above : undefined
  return obstacleTo(above, host)
}

async function isLink(path: string, host: HostView): Promise<boolean> {
  const above = dirname(path)
  if ((await host.kind(above)) !== 'folder') return false
  const target = await host.link(join(await host.resolve(above), basename(path))).catch(() => undefined)
  return target !== undefined
}

function isSocket(config: Effective, name: string): boolean {
  const endpoint = readUnixEndpoint(config.text(name))
  return endpoint.kind === 'socket' && endpoint.path !== ''
}

async function noSocket(config: Effective, name: string, host: HostView): Promise<ObstacleFact | undefined> {
  const endpoint = readUnixEndpoint(config.text(name))
  if (endpoint.kind !== 'socket') return undefined
  const { path } = endpoint
  if ((await host.kind(path)) === 'socket' && (await host.isListening(path)) !== false) return undefined
  return HostSocketNotFound({ subject: field(name), path })
}

const [certificate, privateKey] = ['tlsCertFile', 'tlsPrivateKeyFile'] as const
const withCertificates = ['authentication.x509.clientCAFile', certificate]

/** Why a kubelet exits although the file of this field is there: it has no certificate, or not the key that it should. */
async function keyObstacle(config: Effective, name: string, host: HostView): Promise<ObstacleFact | undefined> {
  const path = config.text(name)
  if (withCertificates.includes(name)) {
    if (certificatesIn(await host.document(path)).length > 0) return undefined
    return HostFileUnusable({ subject: field(name), path, needed: 'a certificate' })
  }
  if (name !== privateKey) return undefined
  const key = privateKeyIn(await host.secret(path))
  if (key === undefined) return HostFileUnusable({ subject: field(name), path, needed: 'a private key' })
  const [own] = certificatesIn(await host.document(config.text(certificate)).catch(() => ''))
  const isOfAnother = own !== undefined && !own.checkPrivateKey(key)
  return isOfAnother ? HostKeyOfAnother({ subject: field(name), path }) : undefined
}

/** What is not a certificate beside them does not matter. */
function certificatesIn(text: string): readonly X509Certificate[] {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? []
  return blocks.flatMap((block) => parsed(() => new X509Certificate(block)) ?? [])
}

/** The first, as Go takes it. */
function privateKeyIn(text: string): KeyObject | undefined {
  const [block] = /-----BEGIN [A-Z ]*PRIVATE KEY-----[^-]*-----END [A-Z ]*PRIVATE KEY-----/.exec(text) ?? []
  return block === undefined ? undefined : parsed(() => createPrivateKey(block))
}

function parsed<T>(parse: () => T): T | undefined {
  try {
    return parse()
  } catch {
    return undefined
  }
}
