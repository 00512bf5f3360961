import { writersIn } from '../agent-manifests/writers-policies.ts'
import type { StatusCause } from '../api/status.ts'
import type { PortFact } from '../ports/server-fact.ts'
import { shellWord } from '../quoting.ts'
import type { Vocabulary } from './phrase.ts'

const healthy = 'check its health with kubectl get --raw /readyz?verbose'
const readAgain = 'read it again, then decide'

/** Answers of an API server, and missing answers. */
export const kubeWords: Vocabulary<PortFact> = {
  LoginRefused: ({ subject, serverMessage }) => ({
    said: `${subject.name} does not accept the credentials: ${serverMessage}`,
    hints: ['log in again if they have expired, or choose another user with --context'],
  }),
  AccessDenied: ({ serverMessage, byAuthorizer }) => ({
    said: serverMessage,
    hints: byAuthorizer ? ['ask for the permission (RBAC), or choose another user with --context or --as'] : [],
  }),
  DeniedByPolicy: ({ serverMessage }) => ({ said: serverMessage, hints: writerHints(serverMessage) }),
  WriteConflict: ({ serverMessage }) => ({ said: serverMessage, hints: [readAgain] }),
  ObjectGone: ({ serverMessage }) => ({ said: serverMessage, hints: ['it was deleted: read again, then decide'] }),
  ObjectRejected: rejected,
  ObjectNotFound: ({ serverMessage }) => serverMessage,
  ResourceNotServed: ({ serverMessage }) => serverMessage,
  ServerError: ({ subject, status, serverMessage }) => ({
    said: `${subject.name} answered ${status}: ${serverMessage}`,
    hints: errorHints(status),
  }),
  RequestTimedOut: ({ subject }) => ({
    said: `${subject.name} did not answer in time`,
    hints: ['allow more time with --request-timeout', healthy],
  }),
  Interrupted: () => 'interrupted',
  ServerWarning: ({ serverMessage }) => serverMessage,
  PodChanged: ({ subject, serverMessage }) => ({
    said: `pod '${subject?.name}' is not as it was read: ${serverMessage}`,
    hints: [readAgain],
  }),
  OverNodeCapacity: ({ serverMessage }) => serverMessage,
  ResizeNotServed: () => ({
    said: 'the API server does not serve pods/resize (needs Kubernetes 1.33 or later, and up to 1.34 its feature gate InPlacePodVerticalScaling)',
    hints: ['upgrade the API server; kubectl version shows its version'],
  }),
  KubeletNotReached: ({ serverMessage }) => serverMessage,
  KubeletRefused: ({ subject, status, serverMessage }) => ({
    said: `node/${subject.name}: its kubelet refused the API server (${status}): ${serverMessage}`,
    hints: [
      'give the client certificate of the API server (--kubelet-client-certificate) the right to get nodes/proxy',
    ],
  }),
  ConfigzNotServed: ({ subject }) => ({
    said: `node/${subject.name}: its kubelet does not serve its configuration (404)`,
    hints: ['it is off: enableDebuggingHandlers is false'],
  }),
  SelectorInvalid: ({ selector, serverMessage }) => `'${selector}' is not a valid label selector: ${serverMessage}`,
}

/** One line per cause; the server's message has them in a single line. */
function rejected({ subject, causes, serverMessage }: PortFact & { reason: 'ObjectRejected' }) {
  const lines = new Set(causes.filter(({ message }) => message).map(causeLine))
  if (lines.size < 2) return serverMessage
  return [`${subject?.kind || 'object'} "${subject?.name ?? ''}" is invalid:`, ...lines].join('\n  ')
}

const causeLine = ({ field, message = '' }: StatusCause): string => (field ? `${field}: ${message}` : message)

function errorHints(status: number): readonly string[] {
  if (status >= 500) return [`try again later; ${healthy}`]
  return status === 404 ? ['check that server: in the kubeconfig is the address of a Kubernetes API server'] : []
}

/** Who is named now has to be named again: the flags replace the list. */
function writerHints(refusal: string): readonly string[] {
  const writers = writersIn(refusal)
  if (writers === undefined) return []
  const flags = [
    ...writers.users.map((user) => `--writer ${shellWord(user)}`),
    ...writers.groups.map((group) => `--writer-group ${shellWord(group)}`),
    '--writer USER',
  ]
  return [
    'kubectl auth whoami prints your user and your groups',
    `to add a writer: kubeletcfg agent manifests ${flags.join(' ')} | kubectl apply -f - (with the other flags of its installation)`,
  ]
}
