import type { Policy } from '../../admission/policy.ts'
import { tokenSeconds } from '../identity/token-times.ts'
import { identity, isAgent, isOwnNode } from './agent-identity.ts'

/**
 * An agent requests tokens for itself: only such as end with its Node, and soon. Otherwise whoever has taken over a node
 * would keep one for years, whatever is deleted.
 */
export const ownTokenPolicy = (namespace: string): Policy => ({
  name: 'kubeletcfg-agent-own-token',
  matching: [{ resources: ['serviceaccounts/token'] }],
  operations: ['CREATE'],
  conditions: [isAgent(namespace)],
  variables: [
    ...identity(namespace),
    ...['kind', 'name'].map((name) => ({ name, expression: `object.spec.?boundObjectRef.?${name}.orValue('')` })),
  ],
  checks: [
    {
      expression: `request.namespace + ':' + request.name == ${ownAccount}`,
      message: 'an agent requests tokens of its own ServiceAccount only',
    },
    {
      expression: `variables.kind == 'Node' && ${isOwnNode('variables.name')}`,
      message: 'an agent requests only tokens that are bound to its own Node',
    },
    {
      expression: `object.spec.expirationSeconds <= ${tokenSeconds}`,
      message: `an agent requests tokens for at most ${tokenSeconds} seconds`,
    },
  ],
})

const ownAccount = "request.userInfo.username.substring('system:serviceaccount:'.size())"
