import type { ObjectBody } from '../../api/object.ts'

/** Whether two objects differ only in what a server records of each write. */
export const sameContent = (a: ObjectBody, b: ObjectBody): boolean => same(contentOf(a), contentOf(b))

/** Whether new pods of the two DaemonSets would differ, whatever their node. */
export const podSpecDiffers = (a: ObjectBody, b: ObjectBody): boolean => !same(podSpecOf(a), podSpecOf(b))

/** Whether the two DaemonSets have another template, whatever it is. */
export const templateDiffers = (a: ObjectBody, b: ObjectBody): boolean => !same(templateOf(a), templateOf(b))

const templateOf = ({ spec }: ObjectBody): unknown => (spec as Spec | undefined)?.template

interface Spec {
  readonly template?: { readonly spec?: object }
}

const podSpecOf = ({ spec }: ObjectBody): unknown => ({
  ...(spec as Spec | undefined)?.template?.spec,
  nodeSelector: undefined,
})

function contentOf({ metadata: { labels, annotations }, status: _, ...rest }: ObjectBody): unknown {
  return { ...rest, metadata: { labels, annotations } }
}

/** The order of fields has no meaning. */
const same = (a: unknown, b: unknown): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}
