import { metricsGroup } from './metrics.ts'
import type { Api, Release } from './model/api.ts'
import { apiVersionOf, type Kind, kinds } from './model/kinds.ts'
import { servesResize } from './request/route.ts'

const verbs = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch']
const verbsOfEmpty = ['get', 'list', 'watch']
const partVerbs = ['get', 'patch', 'update']

/** Unlike other subresources, it has its own kind. */
const eviction = { group: 'policy', version: 'v1', kind: 'Eviction', verbs: ['create'] }

const reviews = [
  { group: 'authentication.k8s.io', name: 'selfsubjectreviews', kind: 'SelfSubjectReview' },
  { group: 'authorization.k8s.io', name: 'selfsubjectaccessreviews', kind: 'SelfSubjectAccessReview' },
]

const groups = [...new Set([...kinds, ...reviews].map(({ group }) => group))].filter((group) => group !== '').sort()

const groupOf = (name: string) => {
  const version = { groupVersion: `${name}/v1`, version: 'v1' }
  return { name, versions: [version], preferredVersion: version }
}

const verbsOf = ({ empty, deletesCollections }: Kind): string[] =>
  empty ? verbsOfEmpty : verbs.filter((verb) => verb !== 'deletecollection' || deletesCollections)

const entriesOf = (kind: Kind, release: Release): object[] => [
  {
    name: kind.resource,
    singularName: kind.singular,
    namespaced: kind.namespaced,
    kind: kind.kind,
    verbs: verbsOf(kind),
    ...(kind.categories.length > 0 && { categories: kind.categories }),
    ...(kind.shortNames.length > 0 && { shortNames: kind.shortNames }),
  },
  ...kind.subresources
    .filter((part) => part !== 'resize' || servesResize(release))
    .map((part) => ({
      name: `${kind.resource}/${part}`,
      singularName: '',
      namespaced: kind.namespaced,
      ...(part === 'eviction' ? eviction : { kind: kind.kind, verbs: partVerbs }),
    })),
]

const resourceList = (group: string, release: Release) => ({
  kind: 'APIResourceList',
  ...(group !== '' && { apiVersion: 'v1' }),
  groupVersion: apiVersionOf({ group, version: 'v1' }),
  resources: [
    ...kinds.filter((kind) => kind.group === group).flatMap((kind) => entriesOf(kind, release)),
    ...reviews
      .filter((review) => review.group === group)
      .map(({ name, kind }) => ({
        name,
        singularName: kind.toLowerCase(),
        namespaced: false,
        kind,
        verbs: ['create'],
      })),
  ],
})

/** Discovery documents; undefined for other paths. */
export function discoveryAt(path: string, { release, hasMetrics }: Api): object | undefined {
  if (path === '/api') return { kind: 'APIVersions', versions: ['v1'], serverAddressByClientCIDRs: [] }
  if (path === '/apis')
    return {
      kind: 'APIGroupList',
      apiVersion: 'v1',
      groups: [...groups.map(groupOf), ...(hasMetrics ? [metricsGroup] : [])],
    }
  if (path === '/api/v1') return resourceList('', release)
  const [, group = '', version] = /^\/apis\/([^/]+)(?:\/(v1))?$/.exec(path) ?? []
  if (!groups.includes(group)) return undefined
  return version === undefined
    ? { kind: 'APIGroup', apiVersion: 'v1', ...groupOf(group) }
    : resourceList(group, release)
}

/** The answer of /version. */
export const versionOf = ({ release }: Api): object => ({
  major: '1',
  minor: String(release.minor),
  gitVersion: release.gitVersion,
  gitCommit: '',
  gitTreeState: '',
  buildDate: '1970-01-01T00:00:00Z',
  goVersion: '',
  compiler: 'gc',
  platform: 'linux/amd64',
})
