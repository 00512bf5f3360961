export interface Access {
  readonly url: string
  /** PEM. */
  readonly certificateAuthority: string
  readonly token: string
}

/** A kubeconfig with one context, as JSON, which is valid YAML. */
export function kubeconfigText({ url, certificateAuthority, token }: Access): string {
  const name = 'sandbox'
  const authority = Buffer.from(certificateAuthority).toString('base64')
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name, cluster: { server: url, 'certificate-authority-data': authority } }],
    users: [{ name: 'admin', user: { token } }],
    contexts: [{ name, context: { cluster: name, user: 'admin' } }],
    'current-context': name,
  }
  return `${JSON.stringify(config, null, 2)}\n`
}
