import type { Subject } from '../../message/fact.ts'
import { type FactOf, message } from '../../message/message.ts'
import type { Phrase } from '../../message/phrase.ts'
import type { SocksProblem } from './socks.ts'

interface OfServer {
  /** A server or a proxy, by its URL, without credentials. */
  subject: Subject
}

export type ConnectionFact =
  | FactOf<typeof ConnectionRefused>
  | FactOf<typeof ConnectionReset>
  | FactOf<typeof ConnectionTimedOut>
  | FactOf<typeof NoRouteToHost>
  | FactOf<typeof HostNotFound>
  | FactOf<typeof DnsUnavailable>
  | FactOf<typeof CertificateExpired>
  | FactOf<typeof CertificateNotYetValid>
  | FactOf<typeof CertificateSelfSigned>
  | FactOf<typeof CertificateAuthorityUnknown>
  | FactOf<typeof CertificateNameMismatch>
  | FactOf<typeof TlsNotSpoken>
  | FactOf<typeof TlsHandshakeFailed>
  | FactOf<typeof HttpNotSpoken>
  | FactOf<typeof ProxyRefused>
  | FactOf<typeof ProxyUnusable>
  | FactOf<typeof HttpsExpected>
  | FactOf<typeof AnswerNotJson>
  | FactOf<typeof NotAnApiServer>
  | FactOf<typeof AnswerTooLong>
  | FactOf<typeof StreamUnreadable>
  | FactOf<typeof ServerUrlInvalid>
  | FactOf<typeof CertificateUnusable>

export const ConnectionRefused = message('ConnectionRefused', (fact: OfServer) =>
  unreached(fact, 'the connection was refused', 'check that the API server runs, and server: in the kubeconfig'),
)

export const ConnectionReset = message('ConnectionReset', (fact: OfServer) => unreached(fact, wasReset, network))

export const ConnectionTimedOut = message('ConnectionTimedOut', (fact: OfServer) =>
  unreached(fact, 'the connection timed out', network),
)

export const NoRouteToHost = message('NoRouteToHost', (fact: OfServer) =>
  unreached(fact, 'there is no route to it', network),
)

export const HostNotFound = message('HostNotFound', (fact: OfServer) =>
  unreached(fact, 'its name was not found in DNS', 'check server: in the kubeconfig, then the DNS'),
)

export const DnsUnavailable = message('DnsUnavailable', (fact: OfServer) =>
  unreached(fact, 'DNS did not answer', network),
)

export const CertificateExpired = message('CertificateExpired', (fact: OfServer) =>
  unreached(fact, 'its certificate has expired', 'renew it (kubeadm certs renew), or set the clock'),
)

export const CertificateNotYetValid = message('CertificateNotYetValid', (fact: OfServer) =>
  unreached(fact, 'its certificate is not valid yet', 'set the clock of this machine'),
)

export const CertificateSelfSigned = message('CertificateSelfSigned', (fact: OfServer) =>
  unreached(fact, 'its certificate is self-signed', authority),
)

export const CertificateAuthorityUnknown = message('CertificateAuthorityUnknown', (fact: OfServer) =>
  unreached(fact, 'its certificate is signed by an unknown authority', authority),
)

export const CertificateNameMismatch = message('CertificateNameMismatch', (fact: OfServer) =>
  unreached(
    fact,
    'its certificate is for another name',
    'use a name of the certificate as server:, or set tls-server-name in the kubeconfig',
  ),
)

export const TlsNotSpoken = message('TlsNotSpoken', (fact: OfServer) => unreached(fact, 'it does not speak TLS', port))

export const TlsHandshakeFailed = message('TlsHandshakeFailed', (fact: OfServer) =>
  unreached(fact, 'the TLS handshake failed', port),
)

export const HttpNotSpoken = message('HttpNotSpoken', (fact: OfServer) =>
  unreached(fact, 'it does not speak HTTP', scheme),
)

/**
 * The proxy was reached, but it does not connect: it forbids it, requires a login, cannot reach the server, or closed
 * the connection.
 */
export const ProxyRefused = message(
  'ProxyRefused',
  ({
    subject,
    server,
    status,
    problem,
  }: {
    subject: Subject
    server: string
    /** Of its HTTP answer, if there was one. */
    status?: number | undefined
    /** In terms of the SOCKS protocol. */
    problem?: SocksProblem | undefined
  }) => {
    const why = problem === undefined ? status && `it answered ${status}` : socksProblems[problem]
    return {
      said: `proxy ${subject.name} does not connect to ${server}${why ? `: ${why}` : ''}`,
      hints: [`${proxy}; the proxy may require a login`],
    }
  },
)

/** Neither http, https nor socks. */
export const ProxyUnusable = message('ProxyUnusable', ({ subject }: { subject: Subject }) => ({
  said: `proxy ${subject.name} is not a URL of http, https or socks5`,
  hints: [proxy],
}))

/** Plain HTTP was answered with 400, and not by an API server: the port expects https. */
export const HttpsExpected = message('HttpsExpected', ({ subject }: { subject: Subject }) => ({
  said: `${subject.name} does not accept plain HTTP`,
  hints: ['use https:// in server: of the kubeconfig'],
}))

export const AnswerNotJson = message(
  'AnswerNotJson',
  ({ subject, contentType = 'something' }: { subject: Subject; contentType: string | undefined }) => ({
    said: `${subject.name} answered with ${contentType} that is not JSON`,
    hints: [address],
  }),
)

export const NotAnApiServer = message('NotAnApiServer', ({ subject }: { subject: Subject }) => ({
  said: `${subject.name} did not answer as a Kubernetes API server`,
  hints: [address],
}))

export const AnswerTooLong = message(
  'AnswerTooLong',
  ({ subject, maxBytes }: { subject: Subject; maxBytes: number }) =>
    `${subject.name} sent an answer of more than ${maxBytes} bytes`,
)

/** The answer to a watch. */
export const StreamUnreadable = message(
  'StreamUnreadable',
  ({ subject }: { subject: Subject }) => `${subject.name} sent a watch that is not events in JSON`,
)

export const ServerUrlInvalid = message(
  'ServerUrlInvalid',
  ({ url }: { url: string }) => `server '${url}' of the kubeconfig is not a URL of http or https`,
)

/** OpenSSL cannot use a certificate or key of the kubeconfig or its plugin. */
export const CertificateUnusable = message(
  'CertificateUnusable',
  ({ errorCode }: { errorCode: string }) => `a certificate or key of the kubeconfig cannot be used: ${errorCode}`,
)

const authority = 'set certificate-authority-data of the kubeconfig to the certificate authority of the cluster'

const network = 'check the network, a VPN, or a proxy in between'

const scheme = 'check whether server: in the kubeconfig needs http:// or https://'

const port = 'check the port of server: in the kubeconfig'

const address =
  'compare server: in the kubeconfig with the address of the API server; a proxy or a login page may be in between'

/** As a server that speaks TLS does with a request that is not encrypted. */
const wasReset = 'the connection was reset'

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

function unreached({ subject }: OfServer, said: string, remedy: string): Phrase {
  const isPlain = subject.kind === 'Server' && subject.name.startsWith('http:')
  if (subject.kind === 'Proxy') return { said: `proxy ${subject.name} cannot be reached: ${said}`, hints: [proxy] }
  return {
    said: `${subject.name} cannot be reached: ${said}`,
    hints: [isPlain && said === wasReset ? scheme : remedy],
  }
}
