import { oneOf } from './one-of.ts'
import type { Rule } from './rule.ts'
import { validation } from './sources.ts'

const [policy, scope] = ['topologyManagerPolicy', 'topologyManagerScope']
const policies = ['none', 'best-effort', 'restricted', 'single-numa-node']
const scopes = ['container', 'pod']

export const topologyRules: readonly Rule[] = [
  {
    id: 'V38',
    fields: [policy],
    meaning: `${policy} must be ${policies.slice(0, -1).join(', ')} or ${policies.at(-1)}.`,
    source: validation,
    check: (config) => oneOf(policy, config.text(policy), policies),
  },
  {
    id: 'V39',
    fields: [scope],
    meaning: `${scope} must be ${scopes.join(' or ')}.`,
    source: validation,
    check: (config) => oneOf(scope, config.text(scope), scopes),
  },
]
