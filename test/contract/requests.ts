import { expect } from '@jest/globals'
import type { Call, Entity, Reply, Subject } from './subject.ts'

const contentTypes = {
  strategic: 'application/strategic-merge-patch+json',
  merge: 'application/merge-patch+json',
  json: 'application/json-patch+json',
  apply: 'application/apply-patch+yaml',
} as const

export type PatchType = keyof typeof contentTypes

const groups: Readonly<Record<string, string>> = {
  validatingadmissionpolicies: '/apis/admissionregistration.k8s.io/v1',
  validatingadmissionpolicybindings: '/apis/admissionregistration.k8s.io/v1',
  controllerrevisions: '/apis/apps/v1',
  daemonsets: '/apis/apps/v1',
  leases: '/apis/coordination.k8s.io/v1',
  priorityclasses: '/apis/scheduling.k8s.io/v1',
  roles: '/apis/rbac.authorization.k8s.io/v1',
  rolebindings: '/apis/rbac.authorization.k8s.io/v1',
  clusterroles: '/apis/rbac.authorization.k8s.io/v1',
  clusterrolebindings: '/apis/rbac.authorization.k8s.io/v1',
}

const clusterWide = [
  'nodes',
  'namespaces',
  'priorityclasses',
  'clusterroles',
  'clusterrolebindings',
  'validatingadmissionpolicies',
  'validatingadmissionpolicybindings',
]

/** Of the collection; without a namespace, `default`. */
export function pathOf(resource: string, namespace = 'default'): string {
  const root = groups[resource] ?? '/api/v1'
  return clusterWide.includes(resource) ? `${root}/${resource}` : `${root}/namespaces/${namespace}/${resource}`
}

export function patchCall(path: string, type: PatchType, body: unknown): Call {
  return { method: 'PATCH', path, contentType: contentTypes[type], body }
}

/** The body of an answer of which it is expected that it is good. */
export function good<T>({ status, body }: Reply<T>): T {
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`)
  return body
}

/** Makes an object, and takes it away when the case ends. Its path is in the answer. */
export async function make<T extends Entity = Entity>(subject: Subject, path: string, body: object): Promise<T> {
  const made = good(await subject.request<T>({ method: 'POST', path, body }))
  subject.afterwards(() => removeNow(subject, `${path}/${made.metadata.name}`))
  return made
}

export async function removeNow(subject: Pick<Subject, 'request'>, path: string): Promise<void> {
  await subject.request({ method: 'DELETE', path, query: { gracePeriodSeconds: '0' } })
}

export async function read<T = Entity>(subject: Pick<Subject, 'request'>, path: string): Promise<T> {
  return good(await subject.request<T>({ method: 'GET', path }))
}

export interface Refused {
  readonly code: number
  /** Some answers with 500 have none. */
  readonly reason?: string
  readonly message: string | RegExp
  readonly details?: object
}

/** A Status of this kind, as clients tell refusals apart. */
export function expectRefusal({ status, body }: Reply<unknown>, { code, reason, message, details }: Refused): void {
  const text = typeof message === 'string' ? message : expect.stringMatching(message)
  expect({ status, body }).toMatchObject({
    status: code,
    body: {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      ...(reason !== undefined && { reason }),
      message: text,
      code,
    },
  })
  if (details !== undefined) expect(body).toMatchObject({ details })
}

export const conflict = (resource: string, name: string): Refused => ({
  code: 409,
  reason: 'Conflict',
  message: `Operation cannot be fulfilled on ${resource} "${name}": the object has been modified; please apply your changes to the latest version and try again`,
  details: { name, kind: resource },
})

export const absent = (resource: string, name: string): Refused => ({
  code: 404,
  reason: 'NotFound',
  message: `${resource} "${name}" not found`,
  details: { name, kind: resource.split('.')[0] },
})

/** A namespace of the case's own, in which pods can be made already. */
export async function ownNamespace(subject: Subject): Promise<string> {
  const { metadata } = await make(subject, pathOf('namespaces'), { metadata: { name: subject.name() } })
  const body = { metadata: { name: 'first' }, spec: { containers: [{ name: 'a', image: 'a' }] } }
  const call = { method: 'POST', path: pathOf('pods', metadata.name), query: { dryRun: 'All' }, body }
  await subject.eventually(async () => good(await subject.request(call)))
  return metadata.name
}
