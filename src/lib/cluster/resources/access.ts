import type {
  V1APIGroupList,
  V1APIResourceList,
  V1SelfSubjectAccessReview,
  V1SelfSubjectReview,
  VersionInfo,
} from '@kubernetes/client-node'
import { resourceOf } from '../../api/kinds.ts'
import type { ObjectKind, Wire } from '../../api/object.ts'
import type { Rest } from '../http/rest.ts'
import type { Access } from '../ports/access.ts'

const authentication = 'authentication.k8s.io/v1'
const authorization = 'authorization.k8s.io/v1'

export function accessOver(rest: Rest): Access {
  return {
    async whoAmI(limits) {
      const path = `/apis/${authentication}/selfsubjectreviews`
      const body = { apiVersion: authentication, kind: 'SelfSubjectReview' }
      const review = await rest.call<Wire<V1SelfSubjectReview>>({ method: 'POST', path, body }, limits)
      return review.status?.userInfo?.username ?? ''
    },
    async may(verb, kind, limits) {
      const path = `/apis/${authorization}/selfsubjectaccessreviews`
      const body = {
        apiVersion: authorization,
        kind: 'SelfSubjectAccessReview',
        spec: {
          resourceAttributes: {
            ...{ verb, group: groupOf(kind), resource: resourceOf(kind), namespace: kind.namespace },
            ...{ subresource: kind.subresource, name: kind.named },
          },
        },
      }
      const review = await rest.call<Wire<V1SelfSubjectAccessReview>>({ method: 'POST', path, body }, limits)
      return review.status?.allowed ?? false
    },
    async serverVersion(limits) {
      return (await rest.call<VersionInfo>({ method: 'GET', path: '/version', shape: 'version' }, limits)).gitVersion
    },
    async serves(coreResource, limits) {
      const call = { method: 'GET', path: '/api/v1', shape: 'resources' } as const
      const { resources } = await rest.call<V1APIResourceList>(call, limits)
      return resources.some(({ name }) => name === coreResource)
    },
    async groups(limits) {
      const { groups } = await rest.call<V1APIGroupList>({ method: 'GET', path: '/apis' }, limits)
      return groups.map(({ name }) => name)
    },
    async featureGates(limits) {
      const call = { method: 'GET', path: '/metrics', shape: 'text', once: true } as const
      return gatesIn(await rest.call<string>(call, limits))
    },
  }
}

const gateLine = /^kubernetes_feature_enabled\{name="([^"]+)"[^}]*\} ([01])$/gm

const gatesIn = (metrics: string): ReadonlyMap<string, boolean> =>
  new Map(Array.from(metrics.matchAll(gateLine), ([, name, on]) => [name!, on === '1']))

/** Empty for the core group. */
const groupOf = ({ apiVersion }: ObjectKind): string =>
  apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : ''
