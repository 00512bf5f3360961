import type { V1StatusCause } from '@kubernetes/client-node'
import type { Wire } from '../../api/wire.ts'
import { Failure, type FailureCode } from '../../failure.ts'
import { type Refusal, shorten } from './answer.ts'

const codes: Readonly<Record<number, FailureCode>> = {
  400: 'invalid',
  401: 'refused',
  403: 'refused',
  409: 'conflict',
  413: 'invalid',
  422: 'invalid',
  429: 'unreachable',
}

/** The object that was asked for does not exist. A path that the server does not know is something else. */
export const isAbsent = ({ code, status }: Refusal): boolean => code === 404 && status?.details?.name !== undefined

/** The server does not know the kind of thing that was asked for. */
export const isUnknownResource = (refusal: Refusal): boolean =>
  refusal.code === 404 && refusal.status !== undefined && !isAbsent(refusal)

export const hasCause = ({ status }: Refusal, reason: string): boolean =>
  status?.details?.causes?.some((cause) => cause.reason === reason) ?? false

/** A ValidatingAdmissionPolicy chooses its code (422 without a choice), but not these words (apiserver, policy/validating). */
const isDenied = ({ text }: Refusal): boolean =>
  / is forbidden: ValidatingAdmissionPolicy '.*' denied request: /s.test(text)

/** A refusal in our words; what we do not know is an Error, for it must be a bug of ours. */
export function failureOf(refusal: Refusal, server: string): Error {
  if (isDenied(refusal)) return new Failure('refused', refusal.text)
  const code = codeOf(refusal)
  if (code === undefined) return new Error(`${server} answered ${refusal.code}: ${refusal.text}`)
  return new Failure(code, messageOf(code, refusal, server), { suggestions: suggestionsOf(refusal) })
}

function codeOf(refusal: Refusal): FailureCode | undefined {
  if (isAbsent(refusal)) return 'invalid'
  if (isUnknownResource(refusal)) return 'refused'
  if (refusal.code >= 500 || (refusal.code >= 300 && refusal.code < 400) || refusal.code === 404) return 'unreachable'
  return codes[refusal.code]
}

function messageOf(code: FailureCode, refusal: Refusal, server: string): string {
  if (code === 'unreachable') return `${server} answered ${refusal.code}: ${refusal.text}`
  if (code === 'invalid') return withCauses(refusal)
  if (refusal.code === 401) return `${server} does not accept our credentials: ${refusal.text}`
  return refusal.text
}

/** Every cause on a line of its own; the server's message squeezes them into one. */
function withCauses({ status, text }: Refusal): string {
  const { causes = [], kind, name } = status?.details ?? {}
  const lines = new Set(causes.filter((cause) => cause.message).map(causeLine))
  if (lines.size < 2) return text
  return [`${kind ?? 'object'} "${name ?? ''}" is invalid:`, ...lines].join('\n  ')
}

const causeLine = ({ field, message = '' }: Wire<V1StatusCause>): string =>
  shorten(field ? `${field}: ${message}` : message)

function suggestionsOf(refusal: Refusal): string[] {
  if (refusal.code === 401) return ['have they expired? log in again, or choose another user with --context']
  if (refusal.code === 403 && / cannot \S+ resource /.test(refusal.text))
    return ['have it granted by RBAC, or choose another user with --context or --as']
  if (refusal.code === 409) return ['read it again, then decide']
  if (refusal.code === 404 && refusal.status === undefined)
    return ['is this a Kubernetes API server? see server: in the kubeconfig']
  if (refusal.code >= 500) return ['try again later; is it healthy? kubectl get --raw /readyz?verbose']
  return []
}
