import { join } from 'node:path'
import { clockFrom } from '../host/clock-offset.ts'
import { outputOf } from '../host/output-of.ts'
import { controlPlaneAddress } from './network.ts'

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc']
const validity = ['-days', '3']

/** Certificates are valid from a day ago, for a node whose clock is set back. */
const dayAgo = clockFrom(join(import.meta.dirname, 'day-ago'))

/** Writes NAME.crt and NAME.key: an authority that signs certificates for itself. Returns the path of the certificate. */
export async function makeAuthority(directory: string, name: string): Promise<string> {
  const certificate = join(directory, `${name}.crt`)
  const out = ['-keyout', join(directory, `${name}.key`), '-out', certificate]
  await outputOf('openssl', ['req', '-x509', ...newKey, ...validity, ...out, '-subj', `/CN=${name}`], {
    env: dayAgo,
  })
  return certificate
}

/**
 * Writes into `directory` what the control plane needs: `ca`, the API server's certificate (it serves clients with it,
 * and calls kubelets), and the key that signs service account tokens.
 */
export async function makeCertificates(directory: string): Promise<void> {
  await makeAuthority(directory, 'ca')
  await Promise.all([
    makeCertificate(directory, 'apiserver', {
      subject: '/O=system:masters/CN=kube-apiserver',
      extensions: [
        `subjectAltName=IP:${controlPlaneAddress},IP:127.0.0.1,DNS:localhost`,
        'extendedKeyUsage=serverAuth,clientAuth',
      ],
    }),
    outputOf('openssl', ['genrsa', '-out', join(directory, 'service-account.key'), '2048']),
  ])
}

/** Writes the client certificate of a node, which says who it is, and its key. Returns both paths. */
export async function makeNodeCertificate(
  directory: string,
  node: string,
): Promise<[certificate: string, key: string]> {
  const name = `node-${node}`
  await makeCertificate(directory, name, {
    subject: `/O=system:nodes/CN=system:node:${node}`,
    extensions: ['extendedKeyUsage=clientAuth'],
  })
  return [join(directory, `${name}.crt`), join(directory, `${name}.key`)]
}

interface Request {
  readonly subject: string
  readonly extensions: readonly string[]
}

/** Writes NAME.crt and NAME.key, signed by the directory's `ca`. */
async function makeCertificate(directory: string, name: string, { subject, extensions }: Request): Promise<void> {
  const signer = ['-CA', join(directory, 'ca.crt'), '-CAkey', join(directory, 'ca.key')]
  const out = ['-keyout', join(directory, `${name}.key`), '-out', join(directory, `${name}.crt`)]
  const added = [...extensions, 'basicConstraints=critical,CA:FALSE'].flatMap((one) => ['-addext', one])
  await outputOf('openssl', ['req', '-x509', ...signer, ...newKey, ...validity, ...out, '-subj', subject, ...added], {
    env: dayAgo,
  })
}
