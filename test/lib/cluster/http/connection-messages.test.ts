import '../../../../src/lib/cluster/http/connection-messages.ts'
import '../../../../src/lib/cluster/login/login-messages.ts'
import '../../../../src/lib/cluster/ports/server-messages.ts'
import { expect, test } from '@jest/globals'
import type { ConnectionFact } from '../../../../src/lib/cluster/http/connection-messages.ts'
import type { LoginFact } from '../../../../src/lib/cluster/login/login-messages.ts'
import type { PortFact } from '../../../../src/lib/cluster/ports/server-messages.ts'
import { describe, messageOf } from '../../../../src/lib/message/describe.ts'

const server = { kind: 'Server', name: 'https://api' }
const proxy = { kind: 'Proxy', name: 'http://proxy:3128' }
const object = { kind: 'ConfigMap', name: 'c' }
const cause = (field: string, message: string) => ({ reason: 'FieldValueInvalid', field, message })

test.each<[string, PortFact | ConnectionFact | LoginFact]>([
  [
    'https://api does not accept the credentials: Unauthorized',
    { reason: 'LoginRefused', subject: server, serverMessage: 'Unauthorized' },
  ],
  [
    'https://api answered 503: starting',
    { reason: 'ServerError', subject: server, status: 503, serverMessage: 'starting' },
  ],
  ['https://api did not answer in time', { reason: 'RequestTimedOut', subject: server }],
  ['https://api cannot be reached: its certificate has expired', { reason: 'CertificateExpired', subject: server }],
  [
    'proxy http://proxy:3128 cannot be reached: the connection was refused',
    { reason: 'ConnectionRefused', subject: proxy },
  ],
  [
    'proxy http://proxy:3128 does not connect to https://api: it answered 407',
    { reason: 'ProxyRefused', subject: proxy, server: 'https://api', status: 407 },
  ],
  [
    'proxy http://proxy:3128 does not connect to https://api: it does not speak SOCKS 5',
    { reason: 'ProxyRefused', subject: proxy, server: 'https://api', problem: 'notSocks' },
  ],
  [
    'proxy http://proxy:3128 does not connect to https://api',
    { reason: 'ProxyRefused', subject: proxy, server: 'https://api' },
  ],
  ['http://api does not accept plain HTTP', { reason: 'HttpsExpected', subject: { ...server, name: 'http://api' } }],
  [
    "'a==b==c' is not a valid label selector: no",
    { reason: 'SelectorInvalid', selector: 'a==b==c', serverMessage: 'no' },
  ],
  [
    "kubeconfig '/k': user 'u': exec: command is missing",
    { reason: 'KubeconfigFieldMissing', where: ['/k', "user 'u'", 'exec'], field: 'command' },
  ],
  [
    "kubeconfig '/k': clusters is not a list",
    { reason: 'KubeconfigFieldInvalid', where: ['/k'], field: 'clusters', expected: 'list' },
  ],
  [
    "kubeconfig '/k' is not a mapping",
    { reason: 'KubeconfigFieldInvalid', where: ['/k'], field: undefined, expected: 'mapping' },
  ],
  ['KUBECONFIG=/a:/b: no such file', { reason: 'KubeconfigMissing', variable: '/a:/b' }],
  [
    "credential plugin 'login' of the kubeconfig failed: killed by SIGSEGV",
    { reason: 'PluginFailed', command: 'login', exitCode: undefined, signal: 'SIGSEGV', errorCode: undefined },
  ],
  [
    "credential plugin 'login' of the kubeconfig requires a terminal, but stdin is not a terminal",
    { reason: 'PluginNeedsTerminal', command: 'login' },
  ],
  [
    "kubeconfig '/k' cannot be read: permission denied",
    { reason: 'KubeconfigUnreadable', path: '/k', errorCode: 'EACCES' },
  ],
  [
    "file '/t' of the kubeconfig cannot be read: no such file or folder",
    { reason: 'CredentialFileUnreadable', path: '/t', errorCode: 'ENOENT' },
  ],
  [
    "credential plugin 'login' of the kubeconfig failed: permission denied",
    { reason: 'PluginFailed', command: 'login', exitCode: undefined, signal: undefined, errorCode: 'EACCES' },
  ],
  [
    'client-certificate and client-key of the kubeconfig do not match',
    { reason: 'ClientCertificateUnusable', problem: { kind: 'mismatch' } },
  ],
])('%s', (message, fact) => {
  expect(messageOf(fact)).toBe(message)
})

test('each cause of a rejection has a line of its own, once', () => {
  const causes = [cause('data', 'is bad'), cause('metadata.uid', 'is immutable'), cause('data', 'is bad')]
  const many = { reason: 'ObjectRejected', subject: object, causes, serverMessage: 'all in one' } as const
  expect(messageOf(many)).toBe('ConfigMap "c" is invalid:\n  data: is bad\n  metadata.uid: is immutable')
  const one: PortFact = { ...many, causes: causes.slice(0, 1) }
  expect(messageOf(one)).toBe('all in one')
})

test('only what an authorizer denied can be granted', () => {
  const denied = { reason: 'AccessDenied', subject: object, causes: [], serverMessage: 'no' } as const
  const hintsWhen = (byAuthorizer: boolean) => {
    const fact: PortFact = { ...denied, byAuthorizer }
    return describe(fact).hints
  }
  expect(hintsWhen(true)).toEqual([expect.stringContaining('RBAC')])
  expect(hintsWhen(false)).toEqual([])
})

test('an unknown context is reported with the known ones', () => {
  const fact: LoginFact = {
    reason: 'KubeconfigEntryMissing',
    noun: 'context',
    name: 'prud',
    origin: '/k',
    closest: 'prod',
    known: ['prod', 'test'],
  }
  expect(describe(fact).hints).toEqual(['did you mean prod?', 'it has: prod, test'])
})

test('a refusal by the policy of writers has the command that adds one, and names again who is named', () => {
  const serverMessage =
    "configmaps \"c\" is forbidden: ValidatingAdmissionPolicy 'kubeletcfg-document-writers' with binding 'kubeletcfg-document-writers' denied request: only user CN=a b, group ops may write kubelet configurations: who does is root on nodes"
  const { hints } = describe({ reason: 'DeniedByPolicy', subject: object, serverMessage } as PortFact)
  expect(hints).toEqual([
    'kubectl auth whoami prints your user and your groups',
    "to add a writer: kubeletcfg agent manifests --writer 'CN=a b' --writer-group ops --writer USER | kubectl apply -f - (with the other flags of its installation)",
  ])
  const other = {
    reason: 'DeniedByPolicy',
    subject: object,
    serverMessage: "c is forbidden: ValidatingAdmissionPolicy 'x' denied request: no",
  }
  expect(describe(other as PortFact).hints).toEqual([])
})
