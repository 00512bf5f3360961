/** How an agent reaches its API server: as its kubelet does. */
export interface AgentServer {
  readonly server: string
  /** PEM; undefined: the authorities of the system. */
  readonly authority: string | undefined
  readonly skipTlsVerify: boolean
  readonly tlsServerName: string | undefined
  readonly proxyUrl: string | undefined
}

interface Credentials {
  readonly server: AgentServer
  /** The path of the file with the token. */
  readonly tokenFile: string
}

/** A kubeconfig of one cluster and one user; JSON is YAML, and quotes nothing wrong. The token is in a file that is renewed. */
export function agentKubeconfig({ server, tokenFile }: Credentials): string {
  const name = 'kubeletcfg-agent'
  const { authority, skipTlsVerify, tlsServerName, proxyUrl } = server
  const cluster = {
    server: server.server,
    ...(authority !== undefined && { 'certificate-authority-data': btoa(authority) }),
    ...(skipTlsVerify && { 'insecure-skip-tls-verify': true }),
    ...(tlsServerName !== undefined && { 'tls-server-name': tlsServerName }),
    ...(proxyUrl !== undefined && { 'proxy-url': proxyUrl }),
  }
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': name,
    clusters: [{ name, cluster }],
    users: [{ name, user: { tokenFile } }],
    contexts: [{ name, context: { cluster: name, user: name } }],
  }
  return `${JSON.stringify(config, undefined, 2)}\n`
}
