import type { Subject } from '../../fact.ts'
import type { SocksProblem } from './socks.ts'

/** Why no connection to a server or a proxy comes about, by what Node and OpenSSL report. */
export const connectionReasons = [
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
  /** The proxy was reached and does not connect us: it forbids it, wants a login, does not get there, or hung up. */
  | {
      readonly reason: 'ProxyRefused'
      readonly subject: Subject
      readonly server: string
      /** Of its HTTP answer, if there was one. */
      readonly status?: number | undefined
      /** By the SOCKS protocol. */
      readonly problem?: SocksProblem | undefined
    }
  /** Neither http, https nor socks. */
  | { readonly reason: 'ProxyUnusable'; readonly subject: Subject }
  /** Plain HTTP was answered with 400, and not by an API server: https is spoken there. */
  | { readonly reason: 'HttpsExpected'; readonly subject: Subject }
  | { readonly reason: 'AnswerNotJson'; readonly subject: Subject; readonly contentType: string | undefined }
  | { readonly reason: 'NotAnApiServer'; readonly subject: Subject }
  | { readonly reason: 'AnswerTooLong'; readonly subject: Subject; readonly maxBytes: number }
  /** Of a watch. */
  | { readonly reason: 'StreamUnreadable'; readonly subject: Subject }
  | { readonly reason: 'ServerUrlInvalid'; readonly url: string }
  /** OpenSSL takes no certificate or key for what the kubeconfig or its plugin gives as one. */
  | { readonly reason: 'CertificateUnusable'; readonly errorCode: string }
