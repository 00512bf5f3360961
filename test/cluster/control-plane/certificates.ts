import { join } from 'node:path'
import { outputOf } from '../host/output-of.ts'
import { controlPlaneAddress } from './network.ts'

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc']
const validity = ['-days', '2']

/** Writes NAME.crt and NAME.key: an authority that signs certificates for itself. Returns the path of the certificate. */
export async function makeAuthority(directory: string, name: string): Promise<string> {
  const certificate = join(directory, `${name}.crt`)
  const out = ['-keyout', join(directory, `${name}.key`), '-out', certificate]
  await outputOf('openssl', ['req', '-x509', ...newKey, ...validity, ...out, '-subj', `/CN=${name}`])
  return certificate
}

/**
 * Writes into `directory` what the control plane needs: `ca`, the API server's certificate (it serves clients with it,
 * and calls kubelets), and the key that signs service account tokens.
 */
export async function makeCertificates(directory: string): Promise<void> {
  const authority = await makeAuthority(directory, 'ca')
  const signer = ['-CA', authority, '-CAkey', join(directory, 'ca.key')]
  const out = ['-keyout', join(directory, 'apiserver.key'), '-out', join(directory, 'apiserver.crt')]
  const extensions = [
    `subjectAltName=IP:${controlPlaneAddress},IP:127.0.0.1,DNS:localhost`,
    'extendedKeyUsage=serverAuth,clientAuth',
    'basicConstraints=critical,CA:FALSE',
  ].flatMap((extension) => ['-addext', extension])
  const subject = ['-subj', '/O=system:masters/CN=kube-apiserver']
  await Promise.all([
    outputOf('openssl', ['req', '-x509', ...signer, ...newKey, ...validity, ...out, ...subject, ...extensions]),
    outputOf('openssl', ['genrsa', '-out', join(directory, 'service-account.key'), '2048']),
  ])
}
