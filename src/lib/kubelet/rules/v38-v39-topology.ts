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
    meaning: `The topology manager's policy is one of ${policies.join(', ')}.`,
    source: validation,
    check: (config) => oneOf(policy, config.text(policy), policies),
  },
  {
    id: 'V39',
    fields: [scope],
    meaning: `The topology manager's scope is one of ${scopes.join(', ')}.`,
    source: validation,
    check: (config) => oneOf(scope, config.text(scope), scopes),
  },
]
