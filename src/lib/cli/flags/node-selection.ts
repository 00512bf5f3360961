import { isSubdomain } from '../../api/dns-subdomain.ts'
import type { NodeSelection, SomeNodes } from '../../nodes/node-selection.ts'
import { usage } from '../usage/usage.ts'

/** NAME for `node/NAME`, which is what `-o name` prints. */
export const bareName = (name: string): string => name.replace(/^nodes?\//, '')

/** By name, by label, or all. Throws Failure 'usage' before any request is sent. */
export function selectNodes(names: readonly string[] = [], selector?: string): NodeSelection {
  if (selector !== undefined && names.length > 0)
    throw usage('ConflictingFlags', 'node names and --selector are mutually exclusive')
  if (selector?.trim() === '') throw usage('EmptyValue', 'the selector is empty: it would select every node')
  if (selector !== undefined) return { by: 'label', selector }
  for (const name of names) refuseInvalid(name)
  return names.length === 0 ? { by: 'all' } : { by: 'name', names: names.map(bareName) }
}

interface Wanted {
  readonly selector?: string | undefined
  readonly all?: boolean | undefined
}

/** The same, but all nodes only with --all: no names and no selector is an error, with this remedy. */
export function selectSomeNodes(
  names: readonly string[] = [],
  { selector, all }: Wanted,
  remedy = 'add node names, --selector, or --all',
): NodeSelection {
  if (all && names.length > 0) throw usage('ConflictingFlags', 'node names and --all are mutually exclusive')
  if (all && selector !== undefined) throw usage('ConflictingFlags', '--selector and --all are mutually exclusive')
  const selection = selectNodes(names, selector)
  if (selection.by === 'all' && !all) throw usage('NoNodes', 'no nodes selected', remedy)
  return selection
}

/** Some of them: all nodes are too many to be printed by mistake, and have no flag. */
export function selectSomeByName(names: readonly string[] | undefined, selector: string | undefined): SomeNodes {
  const selection = selectNodes(names, selector)
  if (selection.by === 'all') throw usage('NoNodes', 'no nodes selected', 'add node names or --selector')
  return selection
}

/** The node of what is printed as it is for one; undefined: there may be several, whatever a selector matches. */
export function onlyNode(nodes: SomeNodes): string | undefined {
  const [name, ...others] = nodes.by === 'name' ? new Set(nodes.names) : []
  return others.length === 0 ? name : undefined
}

function refuseInvalid(name: string): void {
  if (isSubdomain(bareName(name))) return
  const each = name.split(',').map(bareName)
  const size = /^(cpu|memory)=(.*)$/.exec(name)
  const remedy =
    size === null
      ? each.length > 1 && each.every(isSubdomain)
        ? `separate names with spaces: ${each.join(' ')}`
        : 'use the name alone, such as node-a'
      : `use a flag: --${size[1]} ${size[2]}`
  throw usage('InvalidNodeName', `'${name}' is not a valid node name`, remedy)
}

/** The name of one node. Throws Failure 'usage' for what is not a name of a node: the API server may read it as a port. */
export function nodeNamed(text: string): string {
  refuseInvalid(text)
  return bareName(text)
}
