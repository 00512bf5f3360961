import { maxSubdomainLength, subdomain } from '../api/dns-subdomain.ts'
import { nodeSubject, type Subject } from '../message/fact.ts'
import { Failure } from '../message/failure.ts'
import { document } from '../names.ts'
import { NodeNameTooLong, NotANodeName, ReservedNodeName, type TargetFact } from './target-messages.ts'

/** What a document is for: all nodes without a document of their own, or one node. */
export type Target = { readonly kind: 'global' } | { readonly kind: 'node'; readonly node: string }

/** Targets, or the labels of the nodes whose own documents are meant. */
export type WantedTargets = readonly Target[] | { readonly selector: string }

export const globalTarget: Target = { kind: 'global' }

/**
 * The target for one node. Refuses names that cannot work: `global` (its ConfigMap would be the global one), invalid
 * node names, and names whose ConfigMap name would be longer than 253 characters.
 */
export function nodeTarget(node: string): Target {
  const flaw = whyNoDocument(node)
  if (flaw !== undefined) throw new Failure<TargetFact>('usage', flaw)
  return { kind: 'node', node }
}

/** Why a node cannot have a document of its own; undefined when it can. */
export function whyNoDocument(node: string): TargetFact | undefined {
  const subject = nodeSubject(node)
  if (node === 'global') return ReservedNodeName({ subject })
  if (!subdomain.test(node)) return NotANodeName({ subject })
  const longest = maxSubdomainLength - document.nodeSuffix.length
  return node.length > longest ? NodeNameTooLong({ subject, length: node.length, longest }) : undefined
}

/** The targets whose documents may be for a node: its own, if it can have one, then the global one. */
export const targetsFor = (node: string): readonly Target[] =>
  whyNoDocument(node) === undefined ? [{ kind: 'node', node }, globalTarget] : [globalTarget]

export function configMapName(target: Target): string {
  return target.kind === 'global' ? document.globalName : `${target.node}${document.nodeSuffix}`
}

/** The ConfigMap of a target, for facts. */
export const configMapOf = (target: Target): Subject => ({ kind: 'ConfigMap', name: configMapName(target) })

/** The target of a ConfigMap, by its name; undefined when it is not for a document. */
export function targetOfConfigMap(name: string): Target | undefined {
  if (name === document.globalName) return globalTarget
  const node = name.endsWith(document.nodeSuffix) ? name.slice(0, -document.nodeSuffix.length) : ''
  return node === '' ? undefined : { kind: 'node', node }
}

/** As it is typed. */
export const targetFlag = (target: Target): string => (target.kind === 'global' ? '--global' : `--node ${target.node}`)
