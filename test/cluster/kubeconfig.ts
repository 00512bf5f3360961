import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeAuthority } from './control-plane/certificates.ts'
import { type Credentials, kubeconfigText } from './control-plane/kubeconfig-text.ts'
import { tokenOf } from './control-plane/users.ts'
import { kubectlJson } from './kubectl.ts'

export interface KubeconfigOptions {
  /** A user of control-plane/users.ts; `admin` unless told. */
  readonly user?: string
  /** Instead of the user's own token. The server refuses one it does not know as it does an expired one: 401. */
  readonly token?: string
  readonly server?: string
  /** PEM; the cluster's own unless told. */
  readonly certificateAuthority?: string
  /** Name of the one context in the file. */
  readonly context?: string
  /** What `current-context` says; the one context unless told. */
  readonly currentContext?: string
  readonly namespace?: string
}

/** Writes a kubeconfig for the running cluster into a temporary directory of its own, and returns its path. */
export async function writeKubeconfig(options: KubeconfigOptions = {}): Promise<string> {
  const { user = 'admin', context: name = user, currentContext: current = name, namespace } = options
  const credentials = { ...(await runningCluster()), token: tokenOf(user), ...options }
  const text = kubeconfigText(credentials, { name, current, user, ...(namespace && { namespace }) })
  const path = join(await temporaryDirectory(), 'config')
  await writeFile(path, text, { mode: 0o600 })
  return path
}

/** PEM of an authority that signed nothing in this cluster. */
export async function foreignAuthority(): Promise<string> {
  return readFile(await makeAuthority(await temporaryDirectory(), 'foreign'), 'utf8')
}

interface AdminConfig {
  readonly clusters: readonly [{ cluster: { server: string; 'certificate-authority-data': string } }]
}

async function runningCluster(): Promise<Omit<Credentials, 'token'>> {
  const config = await kubectlJson<AdminConfig>(['config', 'view', '--raw', '--minify', '--flatten'])
  const { server, 'certificate-authority-data': data } = config.clusters[0].cluster
  return { server, certificateAuthority: Buffer.from(data, 'base64').toString() }
}

async function temporaryDirectory(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'kubeconfig-'))
}
