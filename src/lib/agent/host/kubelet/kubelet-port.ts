import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import { ask, type Reply, reachedAt } from './ask.ts'

/** The certificate that answered is not one of the kubelet. */
export class NotRecognized extends Error {}

export interface KubeletPort {
  /** The address that the kubelet listens on, as in its configuration. */
  readonly address: string
  readonly port: number
  /** Certificates in PEM: what the kubelet may present. Only it can read their keys. */
  readonly certificates: readonly string[]
}

/**
 * Asks the kubelet of this machine, over TLS. Its certificate is often self-signed and never for a loopback address, so
 * the certificate itself is compared; the token is sent only after that. Rejects with NotRecognized, or with the error of
 * the connection.
 */
export async function askKubelet(
  { address, port, certificates }: KubeletPort,
  { path, token, maxBytes }: { readonly path: string; readonly token: string; readonly maxBytes: number },
  signal: AbortSignal,
): Promise<Reply> {
  const host = reachedAt(address)
  if (isIP(host) === 0) throw Object.assign(new Error('not an address'), { code: 'EADDRNOTAVAIL' })
  using socket = await secured(host, port, signal)
  const presented = socket.getPeerX509Certificate()?.fingerprint256
  if (presented === undefined || !certificates.some((pem) => fingerprintOf(pem) === presented))
    throw new NotRecognized()
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json', connection: 'close' }
  return await ask({ createConnection: () => socket, host, port, path, headers }, maxBytes, signal)
}

/** Of the first certificate of a file; others are those of authorities. */
function fingerprintOf(pem: string): string | undefined {
  try {
    return new X509Certificate(pem).fingerprint256
  } catch {
    return undefined
  }
}

function secured(host: string, port: number, signal: AbortSignal): Promise<TLSSocket & Disposable> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, rejectUnauthorized: false })
    const stop = (): void => {
      socket.destroy()
      reject(signal.reason)
    }
    signal.addEventListener('abort', stop, { once: true })
    socket.on('error', reject)
    socket.on('secureConnect', () => {
      signal.removeEventListener('abort', stop)
      resolve(Object.assign(socket, { [Symbol.dispose]: () => void socket.destroy() }))
    })
  })
}
