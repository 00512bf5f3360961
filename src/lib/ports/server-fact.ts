import type { StatusCause } from '../api/status.ts'
import type { Subject } from '../fact.ts'

/** Text of an API server: data, at most 2000 characters. */
interface Answered {
  readonly serverMessage: string
}

/** The object; undefined when the server does not name it. */
interface AboutObject extends Answered {
  readonly subject: Subject | undefined
}

/** The server as a whole, by its URL. */
interface AboutServer extends Answered {
  readonly subject: Subject
}

/** Why a port failed: the answer of an API server, or that there was none. */
export type ServerFact =
  /** 401: the server does not accept the credentials. */
  | ({ readonly reason: 'LoginRefused' } & AboutServer)
  /** 403. */
  | ({
      readonly reason: 'AccessDenied'
      /** The authorizer denied it (RBAC, for example); otherwise an admission plugin did. */
      readonly byAuthorizer: boolean
      readonly causes: readonly StatusCause[]
    } & AboutObject)
  /** A ValidatingAdmissionPolicy denied it. */
  | ({ readonly reason: 'DeniedByPolicy' } & AboutObject)
  /** 409: the object was changed since it was read, or exists already. */
  | ({ readonly reason: 'WriteConflict' } & AboutObject)
  /** The object of a compare-and-swap no longer exists. */
  | ({ readonly reason: 'ObjectGone' } & AboutObject)
  /** 400, 413, 422: each cause with its field, if the server names them. */
  | ({ readonly reason: 'ObjectRejected'; readonly causes: readonly StatusCause[] } & AboutObject)
  /** 404 for an object that the request requires. */
  | ({ readonly reason: 'ObjectNotFound' } & AboutObject)
  /** 404 for a kind of objects. */
  | ({ readonly reason: 'ResourceNotServed' } & AboutServer)
  /** 429, 3xx, 5xx, and a 404 that is not from an API server. */
  | ({ readonly reason: 'ServerError'; readonly status: number } & AboutServer)
  | { readonly reason: 'RequestTimedOut'; readonly subject: Subject }
  | { readonly reason: 'Interrupted' }
  /** The text of a Warning header. */
  | ({ readonly reason: 'ServerWarning' } & AboutServer)

/** Additional reasons why a resize fails. */
export type ResizeFact =
  /** The pod does not have the requests that the resize was computed from. */
  | ({ readonly reason: 'PodChanged' } & AboutObject)
  /** More than the node can ever provide. */
  | ({ readonly reason: 'OverNodeCapacity'; readonly causes: readonly StatusCause[] } & AboutObject)
  /** The server is older than pods/resize (1.33). */
  | ({ readonly reason: 'ResizeNotServed' } & AboutServer)

/** Why a kubelet did not answer through the API server. The subject is the node. */
export type KubeletFact =
  /** The API server has no connection to it. */
  | { readonly reason: 'KubeletNotReached'; readonly subject: Subject; readonly serverMessage: string }
  /** It does not trust the API server. */
  | {
      readonly reason: 'KubeletRefused'
      readonly subject: Subject
      readonly status: number
      readonly serverMessage: string
    }
  /** It serves no configz. */
  | { readonly reason: 'ConfigzNotServed'; readonly subject: Subject; readonly serverMessage: string }

/** The text is not a valid label selector. */
export interface SelectorInvalid extends Answered {
  readonly reason: 'SelectorInvalid'
  readonly selector: string
}

export type PortFact = ServerFact | ResizeFact | KubeletFact | SelectorInvalid
