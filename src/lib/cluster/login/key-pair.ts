import { createPrivateKey, X509Certificate } from 'node:crypto'
import { Failure } from '../../message/failure.ts'
import type { CredentialFiles } from './credential-files.ts'
import { codeOf } from './error-code.ts'
import type { KubeUser } from './kubeconfig.ts'
import { ClientCertificateUnusable, type LoginFact } from './login-messages.ts'

type Pair = NonNullable<KubeUser['certificate']>

/** PEM. */
export interface KeyPair {
  readonly cert: string
  readonly key: string
}

/**
 * The current client certificate and key. Both are read once more when they do not match: they may be in the middle of
 * a renewal. Rejects with Failure 'usage' when they cannot be read, or still do not match.
 */
export function keyPairOf(certificate: Pair, files: CredentialFiles): () => Promise<KeyPair> {
  let good: KeyPair | undefined
  const read = async () => ({ cert: await files.pem(certificate.cert), key: await files.pem(certificate.key) })
  return async () => {
    let found = await read()
    if (found.cert === good?.cert && found.key === good.key) return good
    if (problemOf(found) !== undefined) {
      files.forget()
      found = await read()
    }
    const problem = problemOf(found)
    if (problem !== undefined) throw new Failure('usage', ClientCertificateUnusable({ problem }))
    good = found
    return found
  }
}

type Problem = (LoginFact & { reason: 'ClientCertificateUnusable' })['problem']

function problemOf({ cert, key }: KeyPair): Problem | undefined {
  try {
    return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key)) ? undefined : { kind: 'mismatch' }
  } catch (error) {
    return { kind: 'unreadable', errorCode: codeOf(error) }
  }
}
