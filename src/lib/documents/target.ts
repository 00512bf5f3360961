import { maxSubdomainLength, subdomain } from '../api/dns-subdomain.ts'
import { Failure } from '../failure.ts'
import { document } from '../names.ts'

/** Whom a document is for: every node without one of its own, or one node. */
export type Target = { readonly kind: 'global' } | { readonly kind: 'node'; readonly node: string }

export const globalTarget: Target = { kind: 'global' }

/**
 * The document of one node. Refuses names that could not work: `global` (its ConfigMap would be the one for all
 * nodes), what is no node name, and names whose ConfigMap name would be longer than 253 characters.
 */
export function nodeTarget(node: string): Target {
  if (node === 'global')
    throw new Failure('usage', `node 'global' cannot have a document: its ConfigMap would be ${document.globalName}`, {
      suggestions: ['use --global for the document of all nodes'],
    })
  if (!subdomain.test(node)) throw new Failure('usage', `'${node}' is not a node name`)
  const longest = maxSubdomainLength - document.nodeSuffix.length
  if (node.length > longest)
    throw new Failure(
      'usage',
      `node '${node}' cannot have a document: its ConfigMap name would have ${node.length + document.nodeSuffix.length} characters, and ${maxSubdomainLength} is the limit`,
      { suggestions: [`node names up to ${longest} characters can; this node gets the global document`] },
    )
  return { kind: 'node', node }
}

export function configMapName(target: Target): string {
  return target.kind === 'global' ? document.globalName : `${target.node}${document.nodeSuffix}`
}

/** The target that a ConfigMap of this name is for; undefined when it is none of ours. */
export function targetOfConfigMap(name: string): Target | undefined {
  if (name === document.globalName) return globalTarget
  const node = name.endsWith(document.nodeSuffix) ? name.slice(0, -document.nodeSuffix.length) : ''
  return node === '' ? undefined : { kind: 'node', node }
}

export const describeTarget = (target: Target): string => (target.kind === 'global' ? 'global' : `node ${target.node}`)
