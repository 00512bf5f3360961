import { X509Certificate } from 'node:crypto'
import { chooseContext } from '../../cluster/login/context.ts'
import { CredentialFiles } from '../../cluster/login/credential-files.ts'
import { findKubeconfig } from '../../cluster/login/kubeconfig-find.ts'
import type { Clock } from '../../ports/clock.ts'
import type { KubeletCredentials } from '../ports/kubelet-credentials.ts'

/** Reads the kubeconfig of a kubelet. Rejects with Failure 'usage' when it cannot be read. */
export async function readKubeletCredentials(path: string, clock: Clock): Promise<KubeletCredentials> {
  const { cluster, user } = chooseContext(await findKubeconfig(path), {})
  const files = new CredentialFiles(clock)
  const { server, authority, skipTlsVerify, tlsServerName, proxyUrl } = cluster
  const pem = authority && (await files.pem(authority))
  const certificate = user?.certificate && (await files.pem(user.certificate.cert).catch(() => undefined))
  return {
    server: { server, authority: pem, skipTlsVerify, tlsServerName, proxyUrl },
    user: certificate && commonNameOf(certificate),
  }
}

/** The API server takes the common name for the name of the user. */
function commonNameOf(certificate: string): string | undefined {
  try {
    return /^CN=(.+)$/m.exec(new X509Certificate(certificate).subject)?.[1]
  } catch {
    return undefined
  }
}
