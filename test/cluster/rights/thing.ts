import type { Body } from './api.ts'

/** An object that is there while the rights are walked. */
export interface Thing {
  readonly group: string
  readonly resource: string
  readonly namespace?: string | undefined
  readonly name: string
  readonly kind: string
  /** Of OpenAPI. */
  readonly schema: string
}

const kinds = {
  nodes: { group: '', kind: 'Node', schema: 'io.k8s.api.core.v1.Node' },
  pods: { group: '', kind: 'Pod', schema: 'io.k8s.api.core.v1.Pod' },
  configmaps: { group: '', kind: 'ConfigMap', schema: 'io.k8s.api.core.v1.ConfigMap' },
  events: { group: '', kind: 'Event', schema: 'io.k8s.api.core.v1.Event' },
  serviceaccounts: { group: '', kind: 'ServiceAccount', schema: 'io.k8s.api.core.v1.ServiceAccount' },
  secrets: { group: '', kind: 'Secret', schema: 'io.k8s.api.core.v1.Secret' },
  validatingwebhookconfigurations: {
    group: 'admissionregistration.k8s.io',
    kind: 'ValidatingWebhookConfiguration',
    schema: 'io.k8s.api.admissionregistration.v1.ValidatingWebhookConfiguration',
  },
  leases: { group: 'coordination.k8s.io', kind: 'Lease', schema: 'io.k8s.api.coordination.v1.Lease' },
  controllerrevisions: { group: 'apps', kind: 'ControllerRevision', schema: 'io.k8s.api.apps.v1.ControllerRevision' },
} as const

export const thing = (resource: keyof typeof kinds, name: string, namespace?: string): Thing => ({
  ...{ ...kinds[resource], resource, namespace, name },
})

export const versionOf = ({ group }: Pick<Thing, 'group'>): string => (group === '' ? 'v1' : `${group}/v1`)

export const collectionOf = ({ group, resource, namespace }: Omit<Thing, 'name'>): string =>
  [
    group === '' ? '/api/v1' : `/apis/${group}/v1`,
    ...(namespace === undefined ? [] : [`namespaces/${namespace}`]),
    resource,
  ].join('/')

export const pathTo = (one: Thing, subresource = ''): string =>
  [collectionOf(one), one.name, ...(subresource === '' ? [] : [subresource])].join('/')

/** One at another place, as a client creates it. */
export function renamed(object: Body, { name, namespace }: Pick<Thing, 'name' | 'namespace'>): Body {
  const { status: _, metadata: __, ...rest } = object
  return { ...rest, metadata: { name, ...(namespace !== undefined && { namespace }) } }
}
