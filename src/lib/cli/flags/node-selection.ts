import { Failure } from '../../failure.ts'

/** Nodes by name, or by their labels. */
export interface NodeSelection {
  readonly names: readonly string[]
  readonly selector: string | undefined
}

/** `node/NAME`, as `-o name` prints it, is NAME. */
export const bareName = (name: string): string => name.replace(/^nodes?\//, '')

/** One or the other, or neither. Failure 'usage', before anybody is asked. */
export function selectNodes(names: readonly string[] = [], selector?: string): NodeSelection {
  if (selector !== undefined && names.length > 0) throw new Failure('usage', 'names and --selector exclude each other')
  const bare = names.map(bareName)
  if (bare.includes('')) throw new Failure('usage', "'' is not a node name")
  return { names: bare, selector }
}

/** The same, and never neither: what is done to nodes is not done to all by mistake. */
export function selectSomeNodes(names?: readonly string[], selector?: string): NodeSelection {
  const selection = selectNodes(names, selector)
  if (selection.names.length === 0 && selector === undefined)
    throw new Failure('usage', 'which nodes?', { suggestions: ['name some, or select them with -l'] })
  return selection
}
