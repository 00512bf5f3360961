import { X509Certificate } from 'node:crypto'
import { Failure } from '../../message/failure.ts'
import type { CredentialFiles } from './credential-files.ts'
import type { Pem } from './kubeconfig.ts'
import { CertificateAuthorityUnusable } from './login-messages.ts'

/**
 * The current certificate authority, in PEM. It is read once more when nothing in it is a certificate: it may be in the
 * middle of a renewal. Rejects with Failure 'usage' when it still is none: Node would trust nobody without a word, and call
 * every server self-signed.
 */
export function authorityOf(authority: Pem, files: CredentialFiles): () => Promise<string> {
  let good: string | undefined
  return async () => {
    let found = await files.pem(authority)
    if (found === good) return found
    if (!isUsable(found)) {
      files.forget()
      found = await files.pem(authority)
    }
    const path = 'file' in authority ? authority.file : undefined
    if (!isUsable(found)) throw new Failure('usage', CertificateAuthorityUnusable({ path }))
    good = found
    return found
  }
}

const certificate =
  /-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----[\s\S]*?-----END (?:X509 |TRUSTED )?CERTIFICATE-----/g

/** Of several, the others may be broken. */
const isUsable = (text: string): boolean => (text.match(certificate) ?? []).some(isCertificate)

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0
  } catch {
    return false
  }
}
