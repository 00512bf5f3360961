import type { Subject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import {
  AccessDenied,
  DeniedByPolicy,
  LoginRefused,
  ObjectNotFound,
  ObjectRejected,
  ResourceNotServed,
  ServerError,
  type ServerFact,
  WriteConflict,
} from '../ports/server-messages.ts'
import type { Refusal } from './answer.ts'
import { type ConnectionFact, HttpsExpected } from './connection-messages.ts'

/** The requested object does not exist; a path that the server does not have is a different case. */
export const isAbsent = ({ code, status }: Refusal): boolean => code === 404 && status?.details?.name !== undefined

/** The server does not have the requested kind of object. */
export const isUnknownResource = (refusal: Refusal): boolean =>
  refusal.code === 404 && refusal.status !== undefined && !isAbsent(refusal)

export const hasCause = ({ status }: Refusal, reason: string): boolean =>
  status?.details?.causes?.some((cause) => cause.reason === reason) ?? false

/** A failed test of a JSON patch is a 422 without details (apiserver, handlers/patch.go): it does not name the test. */
export const isFailedTest = ({ code, status }: Refusal): boolean =>
  code === 422 && status?.reason === 'Invalid' && Object.keys(status.details ?? {}).length === 0

/**
 * Kubernetes reports these only in the message. A ValidatingAdmissionPolicy chooses its code (422 by default), but not
 * this text (apiserver, policy/validating). A 403 does not show whether an authorizer or an admission plugin denied the
 * request, but only the message of an authorizer names what a user cannot do (apiserver,
 * responsewriters.forbiddenMessage).
 */
const byPolicy = / is forbidden: ValidatingAdmissionPolicy '.*' denied request: /s
const byAuthorizer = / cannot \S+ (?:resource|path) /

/** This policy denied the request. */
export const isDeniedBy = (policy: string, { text }: Refusal): boolean =>
  byPolicy.test(text) && text.includes(`ValidatingAdmissionPolicy '${policy}' `)

/** The object of a refusal, as far as the server names it. */
export function subjectOfRequest({ status }: Refusal): Subject | undefined {
  const { kind = '', name = '' } = status?.details ?? {}
  return name === '' ? undefined : { kind, name }
}

/** A refusal as a Failure. A code that no request of this program should cause is an Error: an internal error. */
export function failureOf(refusal: Refusal, server: string): Error {
  const { code, text: serverMessage } = refusal
  const about = { subject: subjectOfRequest(refusal), serverMessage }
  const ofServer = { subject: { kind: 'Server', name: server }, serverMessage }
  const causes = refusal.status?.details?.causes ?? []
  const failure = (outcome: Failure['code'], fact: ServerFact | ConnectionFact) => new Failure(outcome, fact)

  if (byPolicy.test(serverMessage)) return failure('refused', DeniedByPolicy(about))
  if (isAbsent(refusal)) return failure('invalid', ObjectNotFound(about))
  if (isUnknownResource(refusal)) return failure('refused', ResourceNotServed(ofServer))
  if (isHttpsExpected(refusal, server)) return failure('unreachable', HttpsExpected({ subject: ofServer.subject }))
  if (code >= 500 || code === 429 || code === 404 || (code >= 300 && code < 400))
    return failure('unreachable', ServerError({ status: code, ...ofServer }))
  if (code === 401) return failure('refused', LoginRefused(ofServer))
  if (code === 403)
    return failure(
      'refused',
      AccessDenied({
        byAuthorizer: byAuthorizer.test(serverMessage),
        causes,
        ...about,
      }),
    )
  if (code === 409) return failure('conflict', WriteConflict(about))
  if (code === 400 || code === 413 || code === 422) return failure('invalid', ObjectRejected({ causes, ...about }))
  return new Error(`${server} answered ${code}: ${serverMessage}`)
}

/** The answer of Go's net/http to plain HTTP on a port of https; an API server would send a Status. */
const isHttpsExpected = ({ code, status }: Refusal, server: string): boolean =>
  code === 400 && status === undefined && server.startsWith('http:')
