import type { Agent, AgentOptions, ClientRequestArgs } from 'node:http'
import https from 'node:https'
import type { Duplex } from 'node:stream'
import {
  checkServerIdentity,
  connect as connectTls,
  createSecureContext,
  type PeerCertificate,
  type SecureContext,
} from 'node:tls'
import { Failure } from '../../message/failure.ts'
import { authorityOf } from '../login/authority.ts'
import type { CredentialFiles } from '../login/credential-files.ts'
import type { Identity } from '../login/identity.ts'
import type { KubeCluster } from '../login/kubeconfig.ts'
import { ProxyUnusable, ServerUrlInvalid } from './connection-messages.ts'
import { http } from './node-http.ts'
import { proxyFromEnvironment } from './proxy-environment.ts'
import { connectThroughSocks } from './socks.ts'

/** The connections to one server, reused while idle: one pool for each pair of client certificate and authority. */
export interface Connections {
  /** The URL of the proxy in between, without credentials; undefined when there is none. */
  readonly proxy: string | undefined
  /** The request options for an identity. */
  optionsFor(identity: Identity): Promise<https.RequestOptions>
  /** Closes all connections, busy or not. */
  close(): void
}

/** Idle connections are closed before load balancers (60 s and more) and API servers close them. */
const idleMs = 30_000

/** Rejects with Failure 'usage' when the addresses or the certificate authority cannot be used. */
export async function connectionsTo(cluster: KubeCluster, files: CredentialFiles): Promise<Connections> {
  const { authority, skipTlsVerify, tlsServerName } = cluster
  const server = urlOf(cluster.server)
  const host = tlsServerName ?? server.hostname.replaceAll(/[[\]]/g, '')
  const proxy = proxyTo(server, cluster.proxyUrl)
  const current = authority && authorityOf(authority, files)
  const trusted = async () => (current === undefined ? {} : { ca: await current() })
  // Of the pool, not of each request: a check per request would prevent the reuse of connections.
  const agent = agentFor(server, proxy, {
    keepAlive: true,
    timeout: idleMs,
    rejectUnauthorized: !skipTlsVerify,
    // Behind a SOCKS proxy, TLS does not know the host name of an address.
    checkServerIdentity: (_: string, certificate: PeerCertificate) => checkServerIdentity(host, certificate),
    ...(tlsServerName && { servername: tlsServerName }),
  })
  await trusted()
  const contextFor = lastContext()
  return {
    proxy: proxy && nameOf(proxy),
    async optionsFor({ certificate }) {
      const pem = { ...(await trusted()), ...certificate }
      return { agent, ...pem, ...(server.protocol === 'https:' && { secureContext: contextFor(pem) }) }
    },
    close: () => agent.destroy(),
  }
}

interface Pem {
  readonly ca?: string
  readonly cert?: string
  readonly key?: string
}

/** Reads certificates and keys when they change, not for each connection: that takes about a millisecond. */
function lastContext(): (pem: Pem) => SecureContext {
  let last: { readonly pem: Pem; readonly context: SecureContext } | undefined
  return (pem) => {
    const isSame = last?.pem.ca === pem.ca && last?.pem.cert === pem.cert && last?.pem.key === pem.key
    if (last === undefined || !isSame) last = { pem, context: createSecureContext(pem) }
    return last.context
  }
}

function urlOf(server: string): URL {
  const url = URL.parse(server)
  if (url !== null && /^https?:$/.test(url.protocol)) return url
  throw new Failure('usage', ServerUrlInvalid({ url: server }))
}

/** proxy-url of the kubeconfig, else the proxy of the environment. */
function proxyTo(server: URL, proxyUrl: string | undefined): URL | undefined {
  const text = proxyUrl ?? proxyFromEnvironment(server, process.env)
  if (text === undefined) return undefined
  const proxy = URL.parse(text)
  if (proxy !== null && proxy.host !== '' && /^(https?|socks5h?):$/.test(proxy.protocol)) return proxy
  const subject = { kind: 'Proxy', name: proxy === null ? text.replace(/^.*@/, '') : nameOf(proxy) }
  throw new Failure('usage', ProxyUnusable({ subject }))
}

/** Without user name and password. */
const nameOf = ({ protocol, host }: URL): string => `${protocol}//${host}`

function agentFor(server: URL, proxy: URL | undefined, options: https.AgentOptions): Agent {
  if (proxy?.protocol.startsWith('socks')) return socksAgent(server, proxy, options)
  const { Agent } = server.protocol === 'http:' ? http : https
  const proxyEnv = proxy && { HTTP_PROXY: proxy.href, HTTPS_PROXY: proxy.href }
  return new Agent({ ...options, ...(proxyEnv && { proxyEnv }) })
}

/** Node ignores the stream when there is an error. */
const noStream = undefined as unknown as Duplex

/** Connections through a SOCKS proxy, reused like others. */
function socksAgent(server: URL, proxy: URL, options: AgentOptions): Agent {
  const isPlain = server.protocol === 'http:'
  const agent = isPlain ? new http.Agent(options) : new https.Agent(options)
  agent.createConnection = ({ host, port, path: _, ...tls }: ClientRequestArgs, connected) => {
    connectThroughSocks(proxy, { host: host ?? '', port: Number(port) }).then(
      (socket) => connected?.(null, isPlain ? socket : connectTls({ ...tls, socket })),
      (error: Error) => connected?.(error, noStream),
    )
    return undefined
  }
  return agent
}
