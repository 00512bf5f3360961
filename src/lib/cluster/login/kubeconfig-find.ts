import { access, readFile } from 'node:fs/promises'
import { isIPv6 } from 'node:net'
import { homedir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { Failure } from '../../message/failure.ts'
import { codeOf } from './error-code.ts'
import { type Kubeconfig, mergeKubeconfigs } from './kubeconfig.ts'
import { parseKubeconfig } from './kubeconfig-parse.ts'
import { KubeconfigMissing, KubeconfigUnreadable, type LoginFact } from './login-messages.ts'

/**
 * Finds the kubeconfig as kubectl does: the given path, else the files of $KUBECONFIG, else ~/.kube/config, else the
 * service account of the pod. Rejects with Failure 'usage' when there is none or it cannot be read.
 */
export async function findKubeconfig(path: string | undefined): Promise<Kubeconfig> {
  if (path !== undefined) return (await readConfig(resolve(path))) ?? missing({ path })
  const variable = process.env['KUBECONFIG']
  if (variable) return (await readAll(variable.split(delimiter))) ?? missing({ variable })
  return (await readConfig(join(homedir(), '.kube', 'config'))) ?? (await serviceAccountConfig()) ?? missing({})
}

/** Files that do not exist are skipped. */
async function readAll(paths: readonly string[]): Promise<Kubeconfig | undefined> {
  const configs = await Promise.all(paths.filter((path) => path !== '').map((path) => readConfig(resolve(path))))
  const found = configs.filter((config) => config !== undefined)
  return found.length === 0 ? undefined : mergeKubeconfigs(found)
}

async function readConfig(path: string): Promise<Kubeconfig | undefined> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    if (codeOf(cause) === 'ENOENT') return undefined
    const fact: LoginFact = KubeconfigUnreadable({ path, errorCode: codeOf(cause) })
    throw new Failure('usage', fact, { cause })
  })
  return text === undefined ? undefined : parseKubeconfig(text, path)
}

function missing(place: { readonly path?: string; readonly variable?: string }): never {
  throw new Failure('usage', KubeconfigMissing(place))
}

const folder = '/var/run/secrets/kubernetes.io/serviceaccount'
const name = 'in-cluster'

/** The service account that the kubelet mounts into each pod; undefined outside of a pod. */
async function serviceAccountConfig(): Promise<Kubeconfig | undefined> {
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port } = process.env
  const file = `${folder}/token`
  if (!host || !port || !(await exists(file))) return undefined
  return {
    origin: folder,
    currentContext: name,
    contexts: new Map([[name, { cluster: name, user: name }]]),
    clusters: new Map([
      [
        name,
        {
          server: `https://${isIPv6(host) ? `[${host}]` : host}:${port}`,
          authority: { file: `${folder}/ca.crt` },
          skipTlsVerify: false,
          tlsServerName: undefined,
          proxyUrl: undefined,
        },
      ],
    ]),
    users: new Map([
      [
        name,
        { login: { kind: 'tokenFile', file }, certificate: undefined, as: undefined, asUid: undefined, asGroups: [] },
      ],
    ]),
  }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
