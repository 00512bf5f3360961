/** Keys from the object down. An element of a list with a merge key is named by the value of that key; `*` is any. */
export type Path = readonly string[]

/** A field that a write may change, with all that is below it. */
export interface Free {
  readonly path: Path
  /** What limits its value, for the page. */
  readonly within?: string
}

/**
 * What a role grants, and what the policies leave of it. Roles, the exceptions of policies and the tables in docs are made
 * from it.
 */
export interface Right {
  /** A namespace; undefined: the cluster. */
  readonly where?: string | undefined
  /** The core group without it. */
  readonly group?: string
  readonly resources: readonly string[]
  readonly names?: readonly string[] | undefined
  readonly verbs: readonly string[]
  /** Of an object that is there, all that may change; undefined: no policy limits it. */
  readonly changes?: readonly Free[]
  /** Instead of those: what may not change, nor be in a new object. */
  readonly keeps?: readonly Path[]
  /** Of a new object, all that it may have beside its type and its name. */
  readonly creates?: readonly Free[]
  /** What it is needed for. */
  readonly purpose: string
}

export interface Rule {
  readonly apiGroups: readonly string[]
  readonly resources: readonly string[]
  readonly resourceNames?: readonly string[]
  readonly verbs: readonly string[]
}

export const reading = ['get', 'list', 'watch'] as const

/** As a rule of RBAC. */
export const ruleOf = ({ group = '', resources, names, verbs }: Right): Rule => ({
  apiGroups: [group],
  resources,
  ...(names && { resourceNames: names }),
  verbs,
})

/** The rules of a role in each namespace, and of one in the cluster, in the order of the rights. */
export function rolesOf(
  rights: readonly Right[],
): readonly { readonly namespace?: string; readonly rules: readonly Rule[] }[] {
  const places = [...new Set(rights.map(({ where }) => where))]
  return places.map((place) => ({
    ...(place !== undefined && { namespace: place }),
    rules: rights.filter(({ where }) => where === place).map(ruleOf),
  }))
}

/** The keys below a path that may differ. */
export const freeBelow = (free: readonly Free[], above: Path): readonly string[] => [
  ...new Set(
    free.flatMap(({ path }) => {
      const key = path[above.length]
      return key !== undefined && above.every((part, depth) => part === path[depth]) ? [key] : []
    }),
  ),
]

export const freeFields = (above: Path, keys: readonly string[]): readonly Free[] =>
  keys.map((key) => ({ path: [...above, key] }))
