import type { Fact, Subject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import { codeOf } from '../login/error-code.ts'
import {
  CertificateAuthorityUnknown,
  CertificateExpired,
  CertificateNameMismatch,
  CertificateNotYetValid,
  CertificateSelfSigned,
  CertificateUnusable,
  ConnectionRefused,
  ConnectionReset,
  ConnectionTimedOut,
  DnsUnavailable,
  HostNotFound,
  HttpNotSpoken,
  NoRouteToHost,
  ProxyRefused,
  TlsHandshakeFailed,
  TlsNotSpoken,
} from './connection-messages.ts'
import { SocksError } from './socks.ts'

/** Codes of Node's net, dns and tls, and of OpenSSL's verification. */
const reasons: Readonly<Record<string, (about: { subject: Subject }) => Fact>> = {
  ECONNREFUSED: ConnectionRefused,
  ECONNRESET: ConnectionReset,
  EPIPE: ConnectionReset,
  ETIMEDOUT: ConnectionTimedOut,
  EHOSTUNREACH: NoRouteToHost,
  ENETUNREACH: NoRouteToHost,
  ENOTFOUND: HostNotFound,
  EAI_AGAIN: DnsUnavailable,
  CERT_HAS_EXPIRED: CertificateExpired,
  CERT_NOT_YET_VALID: CertificateNotYetValid,
  DEPTH_ZERO_SELF_SIGNED_CERT: CertificateSelfSigned,
  SELF_SIGNED_CERT_IN_CHAIN: CertificateAuthorityUnknown,
  UNABLE_TO_GET_ISSUER_CERT: CertificateAuthorityUnknown,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: CertificateAuthorityUnknown,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: CertificateAuthorityUnknown,
  CERT_SIGNATURE_FAILURE: CertificateAuthorityUnknown,
  ERR_TLS_CERT_ALTNAME_INVALID: CertificateNameMismatch,
  EPROTO: TlsNotSpoken,
}

/** Prefixes of codes of OpenSSL and the HTTP parser. */
const families: readonly (readonly [prefix: string, of: (about: { subject: Subject }) => Fact])[] = [
  ['ERR_SSL_', TlsHandshakeFailed],
  ['HPE_', HttpNotSpoken],
]

/** The route of a request, as URLs. */
export interface Route {
  readonly server: string
  /** The proxy in between, without credentials. */
  readonly proxy: string | undefined
}

/** A broken connection as a Failure; undefined when the error is not one of a connection. */
export function unreachable(error: unknown, { server, proxy }: Route): Failure | undefined {
  const code = codeOf(error)
  const fact = proxy === undefined ? undefined : proxyFact(error, { server, proxy })
  if (fact !== undefined) return new Failure('unreachable', fact, { cause: error })
  if (code.startsWith('ERR_OSSL_'))
    return new Failure('usage', CertificateUnusable({ errorCode: code }), { cause: error })
  const found = reasonOf(code)
  return found && new Failure('unreachable', found({ subject: { kind: 'Server', name: server } }), { cause: error })
}

const reasonOf = (code: string) => reasons[code] ?? families.find(([prefix]) => code.startsWith(prefix))?.[1]

/**
 * The fault of the proxy rather than of the server: with a proxy, only its name is looked up and only it is connected
 * to.
 */
function proxyFact(error: unknown, { server, proxy }: Route & { proxy: string }): Fact | undefined {
  const subject = { kind: 'Proxy', name: proxy }
  const found = isConnecting(firstOf(error)) ? reasonOf(codeOf(error)) : undefined
  if (found !== undefined) return found({ subject })
  if (error instanceof SocksError) return ProxyRefused({ subject, server, problem: error.problem })
  const refused = codeOf(error) === 'ERR_PROXY_TUNNEL'
  return refused ? ProxyRefused({ subject, server, status: statusOf(error) }) : undefined
}

/** A name with several addresses fails with the errors of all of them. */
const firstOf = (error: unknown): unknown => (error instanceof AggregateError ? error.errors[0] : error)

const isConnecting = (error: unknown): boolean =>
  Error.isError(error) && 'syscall' in error && (error.syscall === 'connect' || error.syscall === 'getaddrinfo')

/** Node keeps the answer to CONNECT on the error. */
function statusOf(error: unknown): number | undefined {
  const { statusCode } = error as { statusCode?: number }
  return Number.isInteger(statusCode) ? statusCode : undefined
}

const breaks = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ABORT_ERR', 'ERR_STREAM_PREMATURE_CLOSE'])

/** A connection that broke in the middle of an answer. */
export const isBreak = (error: unknown): boolean => breaks.has(codeOf(error))
