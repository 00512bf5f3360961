import type { Tree } from '../model/tree.ts'
import { list, map, string } from './trees.ts'

const shape = /^([^=:]+)(?:=([^=:]*))?:([^:]+)$/

/**
 * `key=value:Effect,…`; undefined when an effect is missing, or a key occurs twice with the same effect
 * (pkg/util/taints, ParseTaints). A taint with a final dash removes one from a node, and is ignored here.
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
