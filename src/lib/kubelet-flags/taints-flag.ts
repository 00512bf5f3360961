import type { Tree } from '../kubelet/model/tree.ts'
import { list, map, string } from './trees.ts'

const shape = /^([^=:]+)(?:=([^=:]*))?:([^:]+)$/

/**
 * `key=value:Effect,…`; undefined: one has no effect, or the same key and effect come twice (pkg/util/taints, ParseTaints).
 * A taint with a dash at its end takes one away from a node, and does nothing here.
 */
export function readTaints(text: string): { readonly tree: Tree } | undefined {
  const specs = text.split(',').filter((spec) => text !== '' && !spec.endsWith('-'))
  const taints = specs.map((spec) => shape.exec(spec))
  const identities = new Set(taints.map((taint) => `${taint?.[1]}:${taint?.[3]}`))
  if (taints.some((taint) => taint === null) || identities.size < taints.length) return undefined
  return { tree: list(taints.map((taint) => taintOf(taint!))) }
}

const taintOf = ([, key, value, effect]: readonly (string | undefined)[]): Tree =>
  map([['key', string(key!)], ...(value ? [['value', string(value)] as const] : []), ['effect', string(effect!)]])
