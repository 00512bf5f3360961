import { configMapName, targetOfConfigMap, targetsFor } from '../../documents/target.ts'
import { closest } from '../../kubelet/model/closest.ts'
import { document } from '../../names.ts'

/** A ConfigMap that is probably meant to be a document. */
export interface AlmostName {
  readonly name: string
  /** Its right name. */
  readonly meant: string
}

const shortForms = /^[-._]?kubelet[-._]?conf(?:ig(?:uration)?s?)?$/
/** Edits between a suffix and the right one: two letters swapped and one missing. */
const mostEdits = 3

/** The ConfigMaps whose names are almost that of the document of a node, or of all nodes. Agents read exact names only. */
export function almostNames(names: readonly string[], node: string): readonly AlmostName[] {
  const owners = targetsFor(node).map((target) => ({
    owner: target.kind === 'node' ? target.node : 'global',
    meant: configMapName(target),
  }))
  return names
    .filter((name) => targetOfConfigMap(name) === undefined)
    .flatMap((name) => owners.filter((owner) => isAlmost(name, owner.owner)).map(({ meant }) => ({ name, meant })))
}

function isAlmost(name: string, owner: string): boolean {
  if (name.startsWith(owner)) {
    const rest = name.slice(owner.length)
    return shortForms.test(rest) || closest(rest, [document.nodeSuffix], mostEdits) !== undefined
  }
  return name.endsWith(owner) && shortForms.test(name.slice(0, -owner.length).replace(/[-._]$/, ''))
}
