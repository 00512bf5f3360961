import { access } from 'node:fs/promises'
import { isIPv6 } from 'node:net'
import type { Kubeconfig } from './kubeconfig.ts'

const folder = '/var/run/secrets/kubernetes.io/serviceaccount'
const name = 'in-cluster'

/** The service account that the kubelet mounts into each pod; undefined outside of a pod. */
export async function serviceAccountConfig(): Promise<Kubeconfig | undefined> {
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
