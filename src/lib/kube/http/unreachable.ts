import { Failure } from '../../failure.ts'
import { codeOf } from '../login/error-code.ts'

interface Trouble {
  readonly words: string
  readonly remedy: string
}

const down = 'is the API server running? see server: in the kubeconfig'
const network = 'check the network, a VPN, or a proxy in between'
const authority = 'put the certificate authority of the cluster into certificate-authority-data of the kubeconfig'

const untrusted: Trouble = { words: 'its certificate is signed by an unknown authority', remedy: authority }
const selfSigned: Trouble = { words: 'its certificate is self-signed', remedy: authority }
const dropped: Trouble = { words: 'the connection was reset', remedy: network }
const noRoute: Trouble = { words: 'there is no route to it', remedy: network }

/** Codes of Node's net, dns and tls, and of OpenSSL's verification. */
const troubles: Readonly<Record<string, Trouble>> = {
  ECONNREFUSED: { words: 'the connection was refused', remedy: down },
  ECONNRESET: dropped,
  EPIPE: dropped,
  ETIMEDOUT: { words: 'the connection timed out', remedy: network },
  EHOSTUNREACH: noRoute,
  ENETUNREACH: noRoute,
  ENOTFOUND: { words: 'its name was not found in DNS', remedy: 'see server: in the kubeconfig, then the DNS' },
  EAI_AGAIN: { words: 'DNS did not answer', remedy: network },
  CERT_HAS_EXPIRED: {
    words: 'its certificate has expired',
    remedy: 'renew it (kubeadm certs renew), or set the clock',
  },
  CERT_NOT_YET_VALID: { words: 'its certificate is not valid yet', remedy: 'set the clock of this machine' },
  DEPTH_ZERO_SELF_SIGNED_CERT: selfSigned,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  CERT_SIGNATURE_FAILURE: untrusted,
  ERR_TLS_CERT_ALTNAME_INVALID: {
    words: 'its certificate is for another name',
    remedy: 'use a name of the certificate as server:, or set tls-server-name in the kubeconfig',
  },
  ERR_PROXY_TUNNEL: {
    words: 'the proxy makes no connection to it',
    remedy: 'check proxy-url of the kubeconfig, or HTTPS_PROXY and NO_PROXY; does the proxy want a login?',
  },
  EPROTO: { words: 'it does not speak TLS', remedy: 'is the port of server: in the kubeconfig right?' },
}

/** Families of codes, for what OpenSSL and the HTTP parser may say. */
const families: readonly (readonly [prefix: string, trouble: Trouble])[] = [
  ['ERR_SSL_', { words: 'the TLS handshake failed', remedy: 'is the port of server: in the kubeconfig right?' }],
  ['ERR_OSSL_', { words: 'a certificate or key of ours cannot be used', remedy: 'check those in the kubeconfig' }],
  ['HPE_', { words: 'it does not speak HTTP', remedy: 'is it http or https? see server: in the kubeconfig' }],
]

/** A broken connection in our words; undefined when this is no error of a connection. */
export function unreachable(error: unknown, server: string): Failure | undefined {
  const code = codeOf(error)
  const trouble = troubles[code] ?? families.find(([prefix]) => code.startsWith(prefix))?.[1]
  if (trouble === undefined) return undefined
  return new Failure('unreachable', `${server} cannot be reached: ${trouble.words}`, {
    cause: error,
    suggestions: [trouble.remedy],
  })
}
