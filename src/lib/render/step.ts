import { configMapName, type Target } from '../documents/target.ts'

/** The ConfigMap of a target, as kubectl names it. */
export const resource = ({ target }: { readonly target: Target }): string => `configmap/${configMapName(target)}`

export const count = (nodes: readonly string[]): string => `${nodes.length} node${nodes.length === 1 ? '' : 's'}`
