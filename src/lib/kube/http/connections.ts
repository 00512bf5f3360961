import http from 'node:http'
import https from 'node:https'
import { checkServerIdentity, type PeerCertificate } from 'node:tls'
import { Failure } from '../../failure.ts'
import type { Identity } from '../login/identity.ts'
import type { KubeCluster } from '../login/kubeconfig.ts'
import { readPem } from '../login/pem.ts'

/** How to connect as somebody: one pool of connections per client certificate. */
export type ConnectionFor = (identity: Identity) => https.RequestOptions

/** Idle connections are closed before load balancers (60 s and more) and API servers do so. */
const idleMs = 30_000
const loopback = /^(localhost|127\..*|::1)$/

export async function connectionsTo(cluster: KubeCluster): Promise<ConnectionFor> {
  const { server, authority, skipTlsVerify, tlsServerName } = cluster
  const host = tlsServerName ?? hostOf(server)
  const tls = {
    rejectUnauthorized: !skipTlsVerify,
    // Behind a SOCKS proxy, TLS does not know to whom an address without a name belongs.
    checkServerIdentity: (_: string, certificate: PeerCertificate) => checkServerIdentity(host, certificate),
    ...(authority && { ca: await readPem(authority) }),
    ...(tlsServerName && { servername: tlsServerName }),
  }
  const agent = await agentFor(cluster)
  return ({ certificate }) => ({ agent, ...tls, ...certificate })
}

function hostOf(server: string): string {
  const url = URL.parse(server)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new Failure('usage', `server '${server}' of the kubeconfig is not a URL of http or https`)
  return url.hostname.replaceAll(/[[\]]/g, '')
}

async function agentFor({ server, proxyUrl }: KubeCluster): Promise<http.Agent> {
  if (proxyUrl?.startsWith('socks')) return (await import('../login/client-node.ts')).socksAgent(server, proxyUrl)
  const { Agent } = server.startsWith('http:') ? http : https
  return new Agent({ keepAlive: true, timeout: idleMs, ...proxyFor(server, proxyUrl) })
}

/** proxy-url of the kubeconfig, else the variables that Go programs heed; never for this very machine. */
function proxyFor(server: string, proxyUrl: string | undefined): http.AgentOptions {
  if (proxyUrl !== undefined) return { proxyEnv: { HTTP_PROXY: proxyUrl, HTTPS_PROXY: proxyUrl } }
  return loopback.test(hostOf(server)) ? {} : { proxyEnv: process.env }
}
