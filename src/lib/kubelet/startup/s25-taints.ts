import { asText, member } from '../defaults/values.ts'
import type { Value } from '../model/document.ts'
import { itemPath } from '../model/path.ts'
import type { Problem, Rule } from '../rules/rule.ts'

const field = 'registerWithTaints'

/** Taints that the kubelet accepts, but the API server does not. */
export const registrationRules: readonly Rule[] = [
  {
    id: 'S25',
    fields: [field, 'registerNode'],
    meaning:
      'Each taint of registerWithTaints must have an effect, and a key must be given only once per effect: otherwise ' +
      'the API server refuses the Node, and the kubelet runs but is not registered.',
    source: 'pkg/apis/core/validation/validation.go, validateNodeTaints',
    severity: 'warning',
    check: (config) => (config.bool('registerNode') ? problemsWith(config.list(field)) : []),
  },
]

function* problemsWith(taints: readonly Value[]): Generator<Problem> {
  const seen = new Set<string>()
  for (const [index, taint] of taints.entries()) {
    const path = itemPath(field, index)
    const [key, effect] = [member(taint, 'key'), member(taint, 'effect')].map(asText)
    const name = `${key}:${effect}`
    if (effect === '')
      yield {
        ...{ path: `${path}.effect`, at: taint, reason: 'FieldValueRequired' },
        message: 'effect must be set: the API server refuses the Node',
        remedy: 'use NoSchedule, PreferNoSchedule or NoExecute',
      }
    else if (seen.has(name))
      yield {
        ...{ path, at: taint, reason: 'FieldValueDuplicate' },
        message: `the taint ${name} must be given only once: the API server refuses the Node`,
        remedy: 'keep one of them',
      }
    seen.add(name)
  }
}
