import { isSubdomain } from '../../api/dns-subdomain.ts'
import type { NodeSelection, SomeNodes } from '../../sizing/node-selection.ts'
import { usage } from '../usage/usage.ts'

/** `node/NAME`, as `-o name` prints it, is NAME. */
export const bareName = (name: string): string => name.replace(/^nodes?\//, '')

/** By name or by label, or all. Failure 'usage', before anybody is asked. */
export function selectNodes(names: readonly string[] = [], selector?: string): NodeSelection {
  if (selector !== undefined && names.length > 0)
    throw usage('ConflictingFlags', 'node names and --selector are mutually exclusive')
  if (selector?.trim() === '') throw usage('EmptyValue', 'the selector is empty: it would select every node')
  if (selector !== undefined) return { by: 'label', selector }
  for (const name of names) refuseInvalid(name)
  return names.length === 0 ? { by: 'all' } : { by: 'name', names: names.map(bareName) }
}

/** The same, and never all: that is not to happen by mistake. */
export function selectSomeNodes(names?: readonly string[], selector?: string): SomeNodes {
  const selection = selectNodes(names, selector)
  if (selection.by === 'all') throw usage('NoNodes', 'no nodes selected', 'add node names, or --selector')
  return selection
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
