import type { V1Status, V1StatusCause, V1StatusDetails } from '@kubernetes/client-node'

/** A Status as sent on the wire; client-node renames `continue` to `_continue`. */
export type Status = Omit<V1Status, 'metadata'> & { readonly metadata: { readonly continue?: string } }

interface RefusalOptions {
  readonly details?: V1StatusDetails
  /** HTTP headers, with lower-case names. */
  readonly headers?: Readonly<Record<string, string>>
  /** Token that continues an expired list, without consistency. */
  readonly continueToken?: string
}

/** An error answer of the API server. */
export class Refusal extends Error {
  readonly code: number
  readonly reason: string
  readonly details: V1StatusDetails | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly continueToken: string | undefined

  constructor(
    code: number,
    reason: string,
    message: string,
    { details, headers = {}, continueToken }: RefusalOptions = {},
  ) {
    super(message)
    this.code = code
    this.reason = reason
    this.details = details
    this.headers = headers
    this.continueToken = continueToken
  }

  get status(): Status {
    return {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: this.continueToken === undefined ? {} : { continue: this.continueToken },
      status: 'Failure',
      message: this.message,
      ...(this.reason !== '' && { reason: this.reason }),
      ...(this.details !== undefined && { details: this.details }),
      code: this.code,
    }
  }
}

/** One validation error, like field.Error of k8s.io/apimachinery. */
export interface FieldProblem {
  readonly field: string
  readonly reason:
    | 'FieldValueInvalid'
    | 'FieldValueForbidden'
    | 'FieldValueRequired'
    | 'FieldValueTooLong'
    | 'FieldValueNotSupported'
    | 'FieldValueDuplicate'
  /** Begins with the type of the error, such as `Forbidden: `. */
  readonly message: string
}

export const invalidValue = (field: string, value: unknown, why: string): FieldProblem => ({
  field,
  reason: 'FieldValueInvalid',
  message: `Invalid value: ${JSON.stringify(value)}: ${why}`,
})

export const forbidden = (field: string, why: string): FieldProblem => ({
  field,
  reason: 'FieldValueForbidden',
  message: `Forbidden: ${why}`,
})

export const required = (field: string, why = ''): FieldProblem => ({
  field,
  reason: 'FieldValueRequired',
  message: why === '' ? 'Required value' : `Required value: ${why}`,
})

export const tooLong = (field: string, why: string): FieldProblem => ({
  field,
  reason: 'FieldValueTooLong',
  message: `Too long: ${why}`,
})

export const unsupported = (field: string, value: unknown, supported: readonly string[]): FieldProblem => ({
  field,
  reason: 'FieldValueNotSupported',
  message: `Unsupported value: ${JSON.stringify(value)}: supported values: ${supported.map((each) => JSON.stringify(each)).join(', ')}`,
})

export const duplicate = (field: string, value: unknown): FieldProblem => ({
  field,
  reason: 'FieldValueDuplicate',
  message: `Duplicate value: ${JSON.stringify(value)}`,
})

const causeOf = ({ reason, message, field }: FieldProblem): V1StatusCause => ({ reason, message, field })

/** Kind and name of the object that a refusal concerns. */
export interface Subject {
  readonly group: string
  readonly kind: string
  readonly resource: string
  readonly name: string
}

/** The API server omits the core group from the details. */
const groupOf = ({ group }: Subject) => (group === '' ? {} : { group })

/** As in the API server, duplicate problems appear once in the message, but each appears in the causes. */
export function invalid(subject: Subject, problems: readonly FieldProblem[]): Refusal {
  const texts = [...new Set(problems.map(({ field, message }) => `${field}: ${message}`))]
  const text = texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`
  const kind = subject.group === '' ? subject.kind : `${subject.kind}.${subject.group}`
  return new Refusal(422, 'Invalid', `${kind} "${subject.name}" is invalid: ${text}`, {
    details: {
      ...(subject.name !== '' && { name: subject.name }),
      ...groupOf(subject),
      ...(subject.kind !== '' && { kind: subject.kind }),
      causes: problems.map(causeOf),
    },
  })
}

/** The patched object cannot be decoded. The API server gives no name in this answer. */
export const undecodable = (patch: string, why: string): Refusal => {
  const message = `Invalid value: ${JSON.stringify(patch)}: ${why}`
  return new Refusal(422, 'Invalid', ` "" is invalid: patch: ${message}`, {
    details: { causes: [{ reason: 'FieldValueInvalid', message, field: 'patch' }] },
  })
}

const qualified = ({ group, resource }: Subject): string => (group === '' ? resource : `${resource}.${group}`)
const detailsOf = (subject: Subject) => ({ name: subject.name, ...groupOf(subject), kind: subject.resource })

export const notFound = (subject: Subject): Refusal =>
  new Refusal(404, 'NotFound', `${qualified(subject)} "${subject.name}" not found`, { details: detailsOf(subject) })

export const alreadyExists = (subject: Subject): Refusal =>
  new Refusal(409, 'AlreadyExists', `${qualified(subject)} "${subject.name}" already exists`, {
    details: detailsOf(subject),
  })

export const conflict = (subject: Subject, why: string): Refusal =>
  new Refusal(409, 'Conflict', `Operation cannot be fulfilled on ${qualified(subject)} "${subject.name}": ${why}`, {
    details: detailsOf(subject),
  })

export const modified = (subject: Subject): Refusal =>
  conflict(subject, 'the object has been modified; please apply your changes to the latest version and try again')

export const otherUid = (subject: Subject, wanted: string, found: string): Refusal =>
  conflict(subject, `Precondition failed: UID in precondition: ${wanted}, UID in object meta: ${found}`)

export const denied = (subject: Subject, why: string, causes?: V1StatusCause[]): Refusal => {
  const name = subject.name === '' ? '' : ` "${subject.name}"`
  return new Refusal(403, 'Forbidden', `${qualified(subject)}${name} is forbidden: ${why}`, {
    details: {
      ...(subject.name !== '' && { name: subject.name }),
      ...groupOf(subject),
      kind: subject.resource,
      ...(causes !== undefined && { causes }),
    },
  })
}

export const badRequest = (message: string): Refusal => new Refusal(400, 'BadRequest', message)

export const unknownResource = (): Refusal =>
  new Refusal(404, 'NotFound', 'the server could not find the requested resource', { details: {} })

export const methodNotAllowed = (): Refusal =>
  new Refusal(405, 'MethodNotAllowed', 'the server does not allow this method on the requested resource', {
    details: {},
  })

export const unsupportedMediaType = (): Refusal =>
  new Refusal(415, 'UnsupportedMediaType', '415: Unsupported Media Type', { details: {} })

export const expired = (message: string): Refusal => new Refusal(410, 'Expired', message)

/** The answer to everything that the sandbox does not simulate: it never guesses. */
export const notImplemented = (what: string): Refusal =>
  new Refusal(501, 'NotImplemented', `the sandbox does not implement ${what}`)
