import type { ConnectionFact, ConnectionReason } from '../kube/http/connection-fact.ts'
import type { SocksProblem } from '../kube/http/socks.ts'
import type { Phrase, Vocabulary } from './phrase.ts'

const authority = 'set certificate-authority-data of the kubeconfig to the certificate authority of the cluster'
const network = 'check the network, a VPN, or a proxy in between'
const scheme = 'check whether server: in the kubeconfig needs http:// or https://'
const port = 'check the port of server: in the kubeconfig'
const address =
  'compare server: in the kubeconfig with the address of the API server; a proxy or a login page may be in between'

const troubles: Readonly<Record<ConnectionReason, readonly [said: string, remedy: string]>> = {
  ConnectionRefused: ['the connection was refused', 'check that the API server runs, and server: in the kubeconfig'],
  ConnectionReset: ['the connection was reset', network],
  ConnectionTimedOut: ['the connection timed out', network],
  NoRouteToHost: ['there is no route to it', network],
  HostNotFound: ['its name was not found in DNS', 'check server: in the kubeconfig, then the DNS'],
  DnsUnavailable: ['DNS did not answer', network],
  CertificateExpired: ['its certificate has expired', 'renew it (kubeadm certs renew), or set the clock'],
  CertificateNotYetValid: ['its certificate is not valid yet', 'set the clock of this machine'],
  CertificateSelfSigned: ['its certificate is self-signed', authority],
  CertificateAuthorityUnknown: ['its certificate is signed by an unknown authority', authority],
  CertificateNameMismatch: [
    'its certificate is for another name',
    'use a name of the certificate as server:, or set tls-server-name in the kubeconfig',
  ],
  TlsNotSpoken: ['it does not speak TLS', port],
  TlsHandshakeFailed: ['the TLS handshake failed', port],
  HttpNotSpoken: ['it does not speak HTTP', scheme],
}

const proxy = 'check proxy-url of the kubeconfig, or HTTPS_PROXY and NO_PROXY'

const socksProblems: Readonly<Record<SocksProblem, string>> = {
  generalFailure: 'it failed',
  notAllowed: 'its rules do not allow it',
  networkUnreachable: 'it has no route to that network',
  hostUnreachable: 'it cannot reach that host',
  connectionRefused: 'the connection was refused there',
  timeToLiveExpired: 'the connection timed out there',
  commandNotSupported: 'it does not support connections',
  addressTypeNotSupported: 'it does not support that kind of address',
  loginRequired: 'it requires a login',
  loginRefused: 'it does not accept the user name or the password',
  closed: 'it closed the connection',
  notSocks: 'it does not speak SOCKS 5',
}

type Unreached = ConnectionFact & { readonly reason: ConnectionReason }

const unreached = ({ reason, subject }: Unreached): Phrase => {
  const [said, remedy] = troubles[reason]
  const isPlain = subject.kind === 'Server' && subject.name.startsWith('http:')
  if (subject.kind === 'Proxy') return { said: `proxy ${subject.name} cannot be reached: ${said}`, hints: [proxy] }
  return {
    said: `${subject.name} cannot be reached: ${said}`,
    hints: [isPlain && reason === 'ConnectionReset' ? scheme : remedy],
  }
}

/** Why there is no connection to an API server. */
export const connectionWords: Vocabulary<ConnectionFact> = {
  ConnectionRefused: unreached,
  ConnectionReset: unreached,
  ConnectionTimedOut: unreached,
  NoRouteToHost: unreached,
  HostNotFound: unreached,
  DnsUnavailable: unreached,
  CertificateExpired: unreached,
  CertificateNotYetValid: unreached,
  CertificateSelfSigned: unreached,
  CertificateAuthorityUnknown: unreached,
  CertificateNameMismatch: unreached,
  TlsNotSpoken: unreached,
  TlsHandshakeFailed: unreached,
  HttpNotSpoken: unreached,
  ProxyRefused: ({ subject, server, status, problem }) => {
    const why = problem === undefined ? status && `it answered ${status}` : socksProblems[problem]
    return {
      said: `proxy ${subject.name} does not connect to ${server}${why ? `: ${why}` : ''}`,
      hints: [`${proxy}; the proxy may require a login`],
    }
  },
  ProxyUnusable: ({ subject }) => ({
    said: `proxy ${subject.name} is not a URL of http, https or socks5`,
    hints: [proxy],
  }),
  HttpsExpected: ({ subject }) => ({
    said: `${subject.name} does not accept plain HTTP`,
    hints: ['use https:// in server: of the kubeconfig'],
  }),
  AnswerNotJson: ({ subject, contentType = 'something' }) => ({
    said: `${subject.name} answered with ${contentType} that is not JSON`,
    hints: [address],
  }),
  NotAnApiServer: ({ subject }) => ({
    said: `${subject.name} did not answer as a Kubernetes API server`,
    hints: [address],
  }),
  AnswerTooLong: ({ subject, maxBytes }) => `${subject.name} sent an answer of more than ${maxBytes} bytes`,
  StreamUnreadable: ({ subject }) => `${subject.name} sent a watch that is not events in JSON`,
  ServerUrlInvalid: ({ url }) => `server '${url}' of the kubeconfig is not a URL of http or https`,
  CertificateUnusable: ({ errorCode }) => `a certificate or key of the kubeconfig cannot be used: ${errorCode}`,
}
