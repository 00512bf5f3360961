import { serviceAccountOf } from '../../agent/identity/service-account.ts'
import { isSubdomain } from '../../api/dns-subdomain.ts'
import { usage } from '../usage/usage.ts'
import { bareName } from './node-selection.ts'

/** The name of a node that can have an agent. Throws Failure 'usage' for a name that leaves no room for a ServiceAccount. */
export function agentNodeNamed(text: string): string {
  const node = bareName(text)
  if (isSubdomain(node) && serviceAccountOf(node) !== undefined) return node
  throw usage('InvalidNodeName', `'${node}' is not the name of a node that can have an agent`, 'repeat --node for each')
}
