import type { ObjectBody } from '../../../src/lib/api/object.ts'
import { type Wrap, wrapAlternatives, wrapConditions } from './expression.ts'

/** One condition of a policy that a request can switch off. */
export interface Switch {
  readonly id: string
  readonly policy: string
  readonly text: string
  /** `check`: what it denies is allowed. `reach`: the policy does not see it. `limit`: the policy sees more than it should. */
  readonly kind: 'check' | 'reach' | 'limit'
  /** Of a check, what the API server answers where it denies. */
  readonly message?: string
}

/** Key of the extra of a user: it names the conditions that are switched off for the request. */
export const offKey = 'rights-off'

const off = `(has(request.userInfo.extra) && '${offKey}' in request.userInfo.extra ? request.userInfo.extra['${offKey}'] : [])`

interface Spec {
  readonly matchConstraints: { readonly resourceRules: readonly Rule[] }
  readonly matchConditions: readonly { readonly name: string; readonly expression: string }[]
  readonly variables?: readonly object[]
  readonly validations: readonly { readonly expression: string; readonly message: string }[]
}

interface Rule {
  readonly operations: readonly string[]
  readonly resources: readonly string[]
}

/**
 * The policy, in which a request that names a condition is judged as if that one were not there. For all other requests it
 * is what it was: so that all of them are tried without a change that has to reach the API server first.
 */
export function switchable(policy: ObjectBody): { readonly policy: ObjectBody; readonly switches: readonly Switch[] } {
  const { name } = policy.metadata
  const switches: Switch[] = []
  const add = (one: Omit<Switch, 'id' | 'policy'>): string => {
    const id = `${name}/${switches.length}`
    switches.push({ ...one, id, policy: name })
    return id
  }
  const spec = policy['spec'] as Spec
  const reach: Wrap = (text, inner) => `(!('${add({ kind: 'reach', text })}' in ${off}) && (${inner}))`
  const limit: Wrap = (text, inner) => `'${add({ kind: 'limit', text })}' in ${off} || (${inner})`
  return {
    policy: {
      ...policy,
      spec: {
        ...spec,
        matchConditions: [
          {
            name: 'rights-reach',
            expression: scopesOf(spec)
              .map((scope) => `!(${scope} && '${add({ kind: 'reach', text: scope })}' in ${off})`)
              .join(' && '),
          },
          ...spec.matchConditions.map((one) => ({
            ...one,
            expression: limit(one.expression, wrapAlternatives(one.expression, reach)),
          })),
        ],
        variables: [{ name: 'off', expression: off }, ...(spec.variables ?? [])],
        validations: spec.validations.map((one) => ({
          ...one,
          expression: wrapConditions(
            one.expression,
            (text, inner) => `('${add({ kind: 'check', text, message: one.message })}' in variables.off || (${inner}))`,
          ),
        })),
      },
    },
    switches,
  }
}

/** Each operation and each resource that it sees, as a condition. */
function scopesOf({ matchConstraints: { resourceRules } }: Spec): readonly string[] {
  const operations = new Set(resourceRules.flatMap((rule) => rule.operations))
  const resources = new Set(resourceRules.flatMap((rule) => rule.resources))
  return [...[...operations].map((operation) => `request.operation == '${operation}'`), ...[...resources].map(scopeOf)]
}

function scopeOf(resource: string): string {
  const [name, subresource = ''] = resource.split('/')
  const isOfName = `request.resource.resource == '${name}'`
  const found = "(has(request.subResource) ? request.subResource : '')"
  return subresource === '*' ? `${isOfName} && ${found} != ''` : `${isOfName} && ${found} == '${subresource}'`
}
