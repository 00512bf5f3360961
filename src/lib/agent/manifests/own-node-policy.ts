import { literal, type Policy } from '../../admission/policy.ts'
import { freeBelow, type Path } from '../../admission/right.ts'
import { keepsManagers, sameEntries, sameMetadata } from '../../admission/unchanged.ts'
import { agent } from '../../names.ts'
import { longest } from '../report/report.ts'
import { identity, isAgent, isOwnNode } from './agent-identity.ts'
import { longestMessage, ofNode } from './agent-rights.ts'

const status = literal(agent.annotation.status)
const type = literal(agent.condition)

/**
 * An agent changes its own Node, and there its condition and its annotation only. Everything else is compared as a whole: an
 * owner that does not exist would delete the Node, and a list of what may not change would miss fields to come.
 */
export const ownNodePolicy = (namespace: string): Policy => ({
  name: agent.ownNodePolicy,
  matching: [{ resources: ['nodes', 'nodes/status'] }],
  operations: ['CREATE', 'UPDATE', 'DELETE'],
  conditions: [isAgent(namespace)],
  variables: [
    ...identity(namespace),
    ...both('object', (one) => `dyn(${one})`),
    ...both('metadata', (one) => `dyn(${one}.metadata)`),
    ...['old', 'new'].flatMap((age) => [
      part(age, 'Annotations', `variables.${age}Metadata`, '{}'),
      part(age, 'Status', `variables.${age}Object`, '{}'),
      part(age, 'Conditions', `variables.${age}Status`, '[]'),
    ]),
    { name: 'ours', expression: `variables.newConditions.filter(c, c.type == ${type})` },
  ],
  checks: [
    { expression: `request.operation == 'UPDATE'`, message: 'an agent neither creates nor deletes a Node' },
    { expression: isOwnNode('request.name'), message: 'an agent changes its own Node only' },
    ...unchanged,
    {
      expression: `variables.ours.all(c, c.status in ['True', 'False', 'Unknown'] && has(c.reason) && (!has(c.message) || size(c.message) <= ${longestMessage}))`,
      message: `the condition ${agent.condition} has a status, a reason, and a message of at most ${longestMessage} characters`,
    },
    {
      expression: `!(${status} in variables.newAnnotations) || size(variables.newAnnotations[${status}]) <= ${longest.report}`,
      message: `the annotation ${agent.annotation.status} has at most ${longest.report} characters`,
    },
  ],
})

const same = (what: string, except: readonly string[]) =>
  sameEntries(`variables.old${what}`, `variables.new${what}`, except)
const free = (...path: Path) => freeBelow(ofNode, path)
const others = (age: string) => `variables.${age}Conditions.filter(c, c.type != ${type})`

/** Each of them is about updates only. */
const unchanged = [
  { expression: same('Object', free()), message: 'an agent does not change the spec of its Node' },
  {
    expression: sameMetadata('variables.oldMetadata', 'variables.newMetadata', free('metadata')),
    message: 'an agent changes no metadata of its Node but an annotation: no labels, finalizers, owners',
  },
  {
    expression: same('Annotations', free('metadata', 'annotations')),
    message: `an agent changes the annotation ${agent.annotation.status} only`,
  },
  {
    expression: same('Status', free('status')),
    message: 'an agent changes nothing of the status of its Node but a condition',
  },
  {
    expression: `${others('new')} == ${others('old')}`,
    message: `an agent changes the condition ${agent.condition} only`,
  },
  {
    expression: keepsManagers({
      before: 'variables.oldMetadata',
      after: 'variables.newMetadata',
      manager: agent.fieldManager,
      fields: [
        ['f:metadata', 'f:annotations', `f:${agent.annotation.status}`],
        ['f:status', 'f:conditions', `k:{"type":"${agent.condition}"}`],
      ],
    }),
    message: `an agent writes as field manager ${agent.fieldManager}, and keeps the field managers of others`,
  },
].map(({ expression, message }) => ({ expression: `request.operation != 'UPDATE' || ${expression}`, message }))

/** A variable of the object as it was, and one of it as it will be: empty where there is none. */
function both(what: string, expressionOf: (object: string) => string) {
  const name = `${what[0]?.toUpperCase()}${what.slice(1)}`
  return [
    { name: `old${name}`, expression: `oldObject == null ? dyn({}) : ${expressionOf('oldObject')}` },
    { name: `new${name}`, expression: `object == null ? dyn({}) : ${expressionOf('object')}` },
  ]
}

/** A variable of a field of a map: empty where there is none. */
const part = (age: string, name: string, of: string, empty: string) => {
  const field = name.toLowerCase()
  return { name: `${age}${name}`, expression: `'${field}' in ${of} ? ${of}.${field} : dyn(${empty})` }
}
