export interface Credentials {
  readonly server: string
  /** PEM. */
  readonly certificateAuthority: string
  readonly token: string
}

export interface Context {
  readonly name: string
  /** What `current-context` says. */
  readonly current: string
  readonly user: string
  readonly namespace?: string
}

/** A kubeconfig with one cluster, one user and one context, as JSON, which every reader of YAML takes. */
export function kubeconfigText({ server, certificateAuthority, token }: Credentials, context: Context): string {
  const { name, current, user, namespace } = context
  const cluster = 'test-cluster'
  const data = Buffer.from(certificateAuthority).toString('base64')
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: cluster, cluster: { server, 'certificate-authority-data': data } }],
    users: [{ name: user, user: { token } }],
    contexts: [{ name, context: { cluster, user, namespace } }],
    'current-context': current,
  })
}

export interface KubeconfigByFiles {
  readonly user: string
  /** Paths. */
  readonly files: { readonly certificate: string; readonly key: string }
}

/** A kubeconfig whose client certificate is in files of its own, as nodes have it. */
export function kubeconfigWith(
  { server, certificateAuthority }: Omit<Credentials, 'token'>,
  { user, files }: KubeconfigByFiles,
): string {
  const cluster = 'test-cluster'
  const data = Buffer.from(certificateAuthority).toString('base64')
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: cluster, cluster: { server, 'certificate-authority-data': data } }],
    users: [{ name: user, user: { 'client-certificate': files.certificate, 'client-key': files.key } }],
    contexts: [{ name: user, context: { cluster, user } }],
    'current-context': user,
  })
}
