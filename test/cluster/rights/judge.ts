import type { Path } from '../../../src/lib/admission/right.ts'
import type { Answer, Body } from './api.ts'
import { differences, isFree, ownedByOthers } from './differences.ts'
import type { Case } from './walk.ts'

/** `invalid`: the API server itself refuses it. `unchanged`: it takes the request, and nothing comes of it. */
export type Verdict =
  | { readonly is: 'refused' | 'invalid' | 'unchanged' }
  | { readonly is: 'allowed'; readonly paths: readonly Path[] }
  | { readonly is: 'hole'; readonly why: string }

/** Metadata that the API server writes. */
const ofServer = ['resourceVersion', 'generation', 'managedFields'].map((key) => ({ path: ['metadata', key] }))
const ofNew = [
  ...['apiVersion', 'kind'].map((key) => ({ path: [key] })),
  ...['name', 'namespace', 'uid', 'creationTimestamp'].map((key) => ({ path: ['metadata', key] })),
]
/** What a client says of the status of a new pod does not count. A TokenRequest is not stored. */
const ofNewByKind: Readonly<Record<string, readonly { readonly path: Path }[]>> = {
  pods: [{ path: ['status'] }],
  'serviceaccounts/token': [{ path: ['status'] }, { path: ['metadata'] }],
}

export function judge(one: Case, manager: string, before: Body, { status, body }: Answer): Verdict {
  const { allowed, isNew, thing, subresource } = one
  const message = body.message ?? ''
  if (/resulted in error|no such (key|overload)/.test(message) && message.includes('AdmissionPolicy'))
    return { is: 'hole', why: `a policy fails: ${message}` }
  if (status === 403) return { is: 'refused' }
  if (status === 401 || status === 429 || status >= 500) return { is: 'hole', why: `${status}: ${message}` }
  if (status >= 400) return { is: 'invalid' }
  if (allowed === 'nothing') return { is: 'hole', why: `${status}, and nothing is allowed` }
  const { free, keeps = [] } = allowed
  if (free === undefined && keeps.length === 0) return { is: 'allowed', paths: [] }
  const resource = subresource === '' ? thing.resource : `${thing.resource}/${subresource}`
  const always = [...ofServer, ...(isNew ? [...ofNew, ...(ofNewByKind[resource] ?? [])] : [])]
  const paths = differences(isNew ? {} : before, body).filter((path) => !isFree(path, always))
  const kept = keeps.map((path) => ({ path }))
  const holes = paths
    .filter((path) => (free === undefined ? isFree(path, kept) : !isFree(path, free)))
    .map((path) => path.join('.'))
  const lost = isNew || free === undefined || mayManage(free) ? [] : managersChanged(before, body, manager, free)
  if (holes.length + lost.length > 0) return { is: 'hole', why: `${status}, changes ${[...holes, ...lost].join(', ')}` }
  return paths.length === 0 ? { is: 'unchanged' } : { is: 'allowed', paths }
}

/** Whatever of them; with a limit, only its own. */
const mayManage = (free: readonly { readonly path: Path; readonly within?: string }[]): boolean =>
  free.some(({ path, within }) => path.join('.') === 'metadata.managedFields' && within === undefined)

type Free = Parameters<typeof ownedByOthers>[2]

function managersChanged(before: Body, after: Body, manager: string, free: Free): readonly string[] {
  const [old, now] = [before, after].map(({ metadata }) =>
    ownedByOthers(metadata?.['managedFields'] as [], manager, free),
  )
  return String(old) === String(now) ? [] : ['managers of other fields']
}
