import { writersIn } from '../../admission/writers.ts'
import type { StatusCause } from '../../api/status.ts'
import type { Subject } from '../../message/fact.ts'
import { type FactOf, message } from '../../message/message.ts'
import type { Interrupted } from '../../ports/limits.ts'
import { shellWord } from '../../quoting.ts'

/** Text of an API server: data, at most 2000 characters. */
interface Answered {
  readonly serverMessage: string
}

/** The object; undefined when the server does not name it. */
interface AboutObject extends Answered {
  readonly subject: Subject | undefined
}

/** An object that the server does not accept. */
interface Rejected extends AboutObject {
  readonly causes: readonly StatusCause[]
}

/** The server as a whole, by its URL. */
interface AboutServer extends Answered {
  readonly subject: Subject
}

/** Why a port failed: the answer of an API server, or that there was none. */
export type ServerFact =
  | FactOf<typeof LoginRefused>
  | FactOf<typeof AccessDenied>
  | FactOf<typeof DeniedByPolicy>
  | FactOf<typeof WriteConflict>
  | FactOf<typeof ObjectGone>
  | FactOf<typeof ObjectRejected>
  | FactOf<typeof ObjectNotFound>
  | FactOf<typeof ResourceNotServed>
  | FactOf<typeof ServerError>
  | FactOf<typeof RequestTimedOut>
  | FactOf<typeof Interrupted>
  | FactOf<typeof ServerWarning>

/** Additional reasons why a resize fails. */
export type ResizeFact = FactOf<typeof PodChanged> | FactOf<typeof OverNodeCapacity> | FactOf<typeof ResizeNotServed>

/** Why a kubelet did not answer through the API server. The subject is the node. */
export type KubeletFact =
  | FactOf<typeof KubeletNotReached>
  | FactOf<typeof KubeletRefused>
  | FactOf<typeof ConfigzNotServed>

/** The text is not a valid label selector. */
export type SelectorInvalid = FactOf<typeof SelectorInvalid>

export type PortFact = ServerFact | ResizeFact | KubeletFact | SelectorInvalid

/** 401: the server does not accept the credentials. */
export const LoginRefused = message('LoginRefused', ({ subject, serverMessage }: AboutServer) => ({
  said: `${subject.name} does not accept the credentials: ${serverMessage}`,
  hints: ['log in again if they have expired, or choose another user with --context'],
}))

/** 403. */
export const AccessDenied = message(
  'AccessDenied',
  ({
    serverMessage,
    byAuthorizer,
  }: AboutObject & {
    /** The authorizer denied it (RBAC, for example); otherwise an admission plugin did. */
    byAuthorizer: boolean
    causes: readonly StatusCause[]
  }) => ({
    said: serverMessage,
    hints: byAuthorizer ? ['ask for the permission (RBAC), or choose another user with --context or --as'] : [],
  }),
)

/** A ValidatingAdmissionPolicy denied it. */
export const DeniedByPolicy = message('DeniedByPolicy', ({ serverMessage }: AboutObject) => ({
  said: serverMessage,
  hints: writerHints(serverMessage),
}))

/** 409: the object was changed since it was read, or exists already. */
export const WriteConflict = message('WriteConflict', ({ serverMessage }: AboutObject) => ({
  said: serverMessage,
  hints: [readAgain],
}))

/** The object of a compare-and-swap no longer exists. */
export const ObjectGone = message('ObjectGone', ({ serverMessage }: AboutObject) => ({
  said: serverMessage,
  hints: ['it was deleted: read again, then decide'],
}))

/** 400, 413, 422: each cause with its field, if the server names them. */
export const ObjectRejected = message('ObjectRejected', (fact: Rejected) => rejected(fact))

/** 404 for an object that the request requires. */
export const ObjectNotFound = message('ObjectNotFound', ({ serverMessage }: AboutObject) => serverMessage)

/** 404 for a kind of objects. */
export const ResourceNotServed = message('ResourceNotServed', ({ serverMessage }: AboutServer) => serverMessage)

/** 429, 3xx, 5xx, and a 404 that is not from an API server. */
export const ServerError = message(
  'ServerError',
  ({ subject, status, serverMessage }: AboutServer & { status: number }) => ({
    said: `${subject.name} answered ${status}: ${serverMessage}`,
    hints: errorHints(status),
  }),
)

export const RequestTimedOut = message('RequestTimedOut', ({ subject }: { subject: Subject }) => ({
  said: `${subject.name} did not answer in time`,
  hints: ['allow more time with --request-timeout', healthy],
}))

/** The text of a Warning header. */
export const ServerWarning = message('ServerWarning', ({ serverMessage }: AboutServer) => serverMessage)

/** The pod does not have the requests that the resize was computed from. */
export const PodChanged = message('PodChanged', ({ subject, serverMessage }: AboutObject) => ({
  said: `pod '${subject?.name}' is not as it was read: ${serverMessage}`,
  hints: [readAgain],
}))

/** More than the node can ever provide. */
export const OverNodeCapacity = message(
  'OverNodeCapacity',
  ({ serverMessage }: AboutObject & { causes: readonly StatusCause[] }) => serverMessage,
)

/** The server is older than pods/resize (1.33). */
export const ResizeNotServed = message('ResizeNotServed', (_: AboutServer) => ({
  said: 'the API server does not serve pods/resize (needs Kubernetes 1.33 or later, and up to 1.34 its feature gate InPlacePodVerticalScaling)',
  hints: ['upgrade the API server; kubectl version shows its version'],
}))

/** The API server has no connection to it. */
export const KubeletNotReached = message(
  'KubeletNotReached',
  ({ serverMessage }: { subject: Subject; serverMessage: string }) => serverMessage,
)

/** It does not trust the API server. */
export const KubeletRefused = message(
  'KubeletRefused',
  ({ subject, status, serverMessage }: { subject: Subject; status: number; serverMessage: string }) => ({
    said: `node/${subject.name}: its kubelet refused the API server (${status}): ${serverMessage}`,
    hints: [
      'give the client certificate of the API server (--kubelet-client-certificate) the right to get nodes/proxy',
    ],
  }),
)

/** It serves no configz. */
export const ConfigzNotServed = message(
  'ConfigzNotServed',
  ({ subject }: { subject: Subject; serverMessage: string }) => ({
    said: `node/${subject.name}: its kubelet does not serve its configuration (404)`,
    hints: ['it is off: enableDebuggingHandlers is false'],
  }),
)

/** The text is not a valid label selector. */
export const SelectorInvalid = message(
  'SelectorInvalid',
  ({ selector, serverMessage }: Answered & { selector: string }) =>
    `'${selector}' is not a valid label selector: ${serverMessage}`,
)

const healthy = 'check its health with kubectl get --raw /readyz?verbose'

const readAgain = 'read it again, then decide'

/** One line per cause; the server's message has them in a single line. */
function rejected({ subject, causes, serverMessage }: Rejected): string {
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
