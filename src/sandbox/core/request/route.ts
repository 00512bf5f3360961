import type { Api, Target } from '../model/api.ts'
import { apiVersionOf, type Kind, kinds } from '../model/kinds.ts'
import { notImplemented, unknownResource } from '../model/refusal.ts'

/** First release that serves pods/resize without a feature gate (KEP-1287). */
export const servesResize = ({ minor }: Api['release']): boolean => minor >= 33

const root = (kind: Kind): string => `/${kind.group === '' ? 'api' : 'apis'}/${apiVersionOf(kind)}/`

/** The target of a path. Throws Refusal for paths that the sandbox does not know. */
export function routeOf(path: string, release: Api['release']): Target {
  const kind = kinds.find((candidate) => path.startsWith(root(candidate)))
  if (kind === undefined) throw notImplemented(`path ${path}`)
  const segments = path.slice(root(kind).length).split('/')
  const target = targetOf(segments, kind)
  if (target === undefined || segments.includes('')) throw notImplemented(`path ${path}`)
  if (target.subresource === 'resize' && !servesResize(release)) throw unknownResource()
  return target
}

/** `namespaces/x/pods` is in a namespace; `namespaces/x` and `namespaces/x/status` are the namespace itself. */
function targetOf(segments: readonly string[], { group }: Kind): Target | undefined {
  const scoped = segments[0] === 'namespaces' && segments.length > 2 && segments[2] !== 'status'
  const [resource, name, subresource, ...more] = scoped ? segments.slice(2) : segments
  const kind = kinds.find((candidate) => candidate.group === group && candidate.resource === resource)
  if (kind === undefined || more.length > 0) return undefined
  if (scoped && !kind.namespaced) return undefined
  if (kind.namespaced && !scoped && name !== undefined) return undefined
  if (subresource !== undefined && !kind.subresources.includes(subresource)) return undefined
  return { kind, namespace: scoped ? segments[1]! : '', name, subresource }
}
