import { literal } from '../../admission/policy.ts'
import { agent } from '../../names.ts'

const claim = literal('authentication.kubernetes.io/node-name')
const user = 'request.userInfo.username'
const prefixIn = (namespace: string) => `system:serviceaccount:${namespace}:${agent.serviceAccountPrefix}`
const sharedIn = (namespace: string) => `system:serviceaccount:${namespace}:${agent.sharedServiceAccount}`

/** Only requests of agents: a policy that fails denies, and it must not deny others. */
export const isAgent = (namespace: string) => ({
  name: 'agents',
  expression: `${user} == ${literal(sharedIn(namespace))} || ${user}.startsWith(${literal(prefixIn(namespace))})`,
})

/** `claimed`: the node that the token is bound to, empty without one. `named`: that of the ServiceAccount; the shared one has none. */
export const identity = (namespace: string) => [
  {
    name: 'claimed',
    expression: `has(request.userInfo.extra) && ${claim} in request.userInfo.extra ? request.userInfo.extra[${claim}][0] : ''`,
  },
  {
    name: 'named',
    expression: `${user}.startsWith(${literal(prefixIn(namespace))}) ? ${user}.substring(${prefixIn(namespace).length}) : variables.claimed`,
  },
]

/** CEL: the node is the agent's own. The ServiceAccount says it, and the token: both, where both do. */
export const isOwnNode = (node: string): string =>
  `${node} == variables.named && (variables.claimed == '' || ${node} == variables.claimed)`
