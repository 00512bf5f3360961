import type { StatusCause } from '../api/status.ts'
import type { Subject } from '../fact.ts'

/** What an API server answered, in its own words: data, at most 2000 characters. */
interface Answered {
  readonly serverMessage: string
}

/** About which object; undefined when the server does not say. */
interface AboutObject extends Answered {
  readonly subject: Subject | undefined
}

/** About the server as a whole; its URL. */
interface AboutServer extends Answered {
  readonly subject: Subject
}

/** Why a port could not do as asked: what an API server answered, or that it did not. */
export type ServerFact =
  /** 401: the server does not accept the credentials. */
  | ({ readonly reason: 'LoginRefused' } & AboutServer)
  /** 403. */
  | ({
      readonly reason: 'AccessDenied'
      /** Its authorizer denied it (RBAC, say); otherwise an admission plugin did. */
      readonly byAuthorizer: boolean
      readonly causes: readonly StatusCause[]
    } & AboutObject)
  /** A ValidatingAdmissionPolicy denied it. */
  | ({ readonly reason: 'DeniedByPolicy' } & AboutObject)
  /** 409: it is not as it was read, or exists already. */
  | ({ readonly reason: 'WriteConflict' } & AboutObject)
  /** The object of a compare-and-swap does not exist any more. */
  | ({ readonly reason: 'ObjectGone' } & AboutObject)
  /** 400, 413, 422: each cause with its field, as far as the server says. */
  | ({ readonly reason: 'ObjectRejected'; readonly causes: readonly StatusCause[] } & AboutObject)
  /** 404 of an object that the request needs. */
  | ({ readonly reason: 'ObjectNotFound' } & AboutObject)
  /** 404 of a kind of objects. */
  | ({ readonly reason: 'ResourceNotServed' } & AboutServer)
  /** 429, 3xx, 5xx, and a 404 that is not of an API server. */
  | ({ readonly reason: 'ServerError'; readonly status: number } & AboutServer)
  | { readonly reason: 'RequestTimedOut'; readonly subject: Subject }
  | { readonly reason: 'Interrupted' }
  /** The text of a Warning header. */
  | ({ readonly reason: 'ServerWarning' } & AboutServer)

/** What a resize meets apart from that. */
export type ResizeFact =
  /** The pod does not have the requests that the resize was computed from. */
  | ({ readonly reason: 'PodChanged' } & AboutObject)
  /** More than the node can ever have. */
  | ({ readonly reason: 'OverNodeCapacity'; readonly causes: readonly StatusCause[] } & AboutObject)
  /** The server is older than pods/resize (1.33). */
  | ({ readonly reason: 'ResizeNotServed' } & AboutServer)

/** A list of nodes was asked for by a text that is no label selector. */
export interface SelectorInvalid extends Answered {
  readonly reason: 'SelectorInvalid'
  readonly selector: string
}

export type PortFact = ServerFact | ResizeFact | SelectorInvalid
