import type { Body, User } from '../../interface/request.ts'
import type { Chance } from './chance.ts'
import type { Kind } from './kinds.ts'
import type { KubeObject } from './object.ts'
import type { Subject } from './refusal.ts'
import type { Store } from './store.ts'

/** A release of Kubernetes. */
export interface Release {
  readonly minor: number
  /** For example v1.36.0. */
  readonly gitVersion: string
}

/** From this minor release on, an API server says in other words what is required, immutable or broken (seen on 1.37.2). */
export const otherWordsSince = 37

/** State of the API server. Time and randomness are injected. */
export interface Api {
  readonly store: Store
  readonly chance: Chance
  readonly release: Release
  readonly now: () => number
  /** What the kubelet of a node answers at /configz: undefined when it does not serve it, `down` when it does not run. */
  readonly configz: (node: string) => object | 'down' | undefined
  /** Whether metrics-server is installed. */
  readonly hasMetrics: boolean
  /** Runs `run` at this time; the returned function cancels it. */
  readonly at: (due: number, run: () => void) => () => void
}

/** What a path names: a collection, an object, or a subresource. */
export interface Target {
  readonly kind: Kind
  /** Empty for cluster-scoped kinds and for all namespaces. */
  readonly namespace: string
  /** Undefined for the collection. */
  readonly name: string | undefined
  readonly subresource: string | undefined
}

/** An authorized request. */
export interface Call {
  readonly target: Target & { readonly name: string }
  readonly query: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  readonly body: Body | undefined
  /** Texts of the Warning headers; added to while the request is handled. */
  readonly warnings: string[]
  readonly user: User
}

export const subjectOf = ({ group, kind, resource }: Kind, name: string): Subject => ({ group, kind, resource, name })

export const placeOf = ({ kind, namespace }: Target, name: string) => ({ resource: kind.resource, namespace, name })

export const isDryRun = (query: Readonly<Record<string, string>>): boolean => query['dryRun'] === 'All'

export const namespaceExists = ({ store }: Api, name: string): KubeObject | undefined =>
  store.get({ resource: 'namespaces', namespace: '', name })
