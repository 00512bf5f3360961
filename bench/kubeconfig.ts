import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { parse } from 'yaml'

interface Cluster {
  readonly server: string
  readonly 'certificate-authority-data'?: string
  readonly 'certificate-authority'?: string
}

interface Kubeconfig {
  readonly clusters: readonly { readonly name: string; readonly cluster: Cluster }[]
}

const read = async (): Promise<Kubeconfig> => parse(await readFile(process.env['KUBECONFIG'] ?? '', 'utf8'))

/** The server of the only cluster in $KUBECONFIG, and its certificate authority as PEM. */
export async function kubeconfigInUse(): Promise<{ server: URL; authority: string }> {
  const [first] = (await read()).clusters
  if (first === undefined) throw new Error('$KUBECONFIG has no cluster')
  const { server, 'certificate-authority-data': data, 'certificate-authority': file = '' } = first.cluster
  const authority = data === undefined ? await readFile(file, 'utf8') : Buffer.from(data, 'base64').toString()
  return { server: new URL(server), authority }
}

/** $KUBECONFIG with a proxy on loopback as server. A certificate for addresses must be for 127.0.0.1 as well. */
export async function kubeconfigThrough(port: number): Promise<string> {
  const config = await read()
  const { hostname } = (await kubeconfigInUse()).server
  const proxied = {
    server: `https://127.0.0.1:${port}`,
    ...(isIP(hostname) === 0 && { 'tls-server-name': hostname }),
  }
  const clusters = config.clusters.map((each) => ({ ...each, cluster: { ...each.cluster, ...proxied } }))
  return JSON.stringify({ ...config, clusters })
}
