import type { Subject } from '../../fact.ts'
import type { SocksProblem } from './socks.ts'

/** Why there is no connection to a server or a proxy, as reported by Node and OpenSSL. */
const connectionReasons = [
  'ConnectionRefused',
  'ConnectionReset',
  'ConnectionTimedOut',
  'NoRouteToHost',
  'HostNotFound',
  'DnsUnavailable',
  'CertificateExpired',
  'CertificateNotYetValid',
  'CertificateSelfSigned',
  'CertificateAuthorityUnknown',
  'CertificateNameMismatch',
  'TlsNotSpoken',
  'TlsHandshakeFailed',
  'HttpNotSpoken',
] as const

export type ConnectionReason = (typeof connectionReasons)[number]

export type ConnectionFact =
  | {
      readonly [Reason in ConnectionReason]: {
        readonly reason: Reason
        /** A server or a proxy, by its URL, without credentials. */
        readonly subject: Subject
      }
    }[ConnectionReason]
  /**
   * The proxy was reached, but it does not connect: it forbids it, requires a login, cannot reach the server, or closed
   * the connection.
   */
  | {
      readonly reason: 'ProxyRefused'
      readonly subject: Subject
      readonly server: string
      /** Of its HTTP answer, if there was one. */
      readonly status?: number | undefined
      /** In terms of the SOCKS protocol. */
      readonly problem?: SocksProblem | undefined
    }
  /** Neither http, https nor socks. */
  | { readonly reason: 'ProxyUnusable'; readonly subject: Subject }
  /** Plain HTTP was answered with 400, and not by an API server: the port expects https. */
  | { readonly reason: 'HttpsExpected'; readonly subject: Subject }
  | { readonly reason: 'AnswerNotJson'; readonly subject: Subject; readonly contentType: string | undefined }
  | { readonly reason: 'NotAnApiServer'; readonly subject: Subject }
  | { readonly reason: 'AnswerTooLong'; readonly subject: Subject; readonly maxBytes: number }
  /** The answer to a watch. */
  | { readonly reason: 'StreamUnreadable'; readonly subject: Subject }
  | { readonly reason: 'ServerUrlInvalid'; readonly url: string }
  /** OpenSSL cannot use a certificate or key of the kubeconfig or its plugin. */
  | { readonly reason: 'CertificateUnusable'; readonly errorCode: string }
