import { literal, literals, type Policy } from '../../admission/policy.ts'
import { freeBelow } from '../../admission/right.ts'
import { ofServer, sameEntries } from '../../admission/unchanged.ts'
import { longestInstance } from '../../api/event.ts'
import { agent } from '../../names.ts'
import { identity, isAgent, isOwnNode } from './agent-identity.ts'
import { ofNewEvent, ofOldEvent } from './agent-rights.ts'

const metadata = ['name', 'namespace', 'uid', 'creationTimestamp', 'resourceVersion', 'managedFields'] as const

/** An agent announces what it does on its own Node, in its own name, and counts how often. */
export const ownEventsPolicy = (namespace: string): Policy => ({
  name: 'kubeletcfg-agent-own-events',
  matching: [{ resources: ['events'] }],
  operations: ['CREATE', 'UPDATE', 'DELETE'],
  conditions: [isAgent(namespace)],
  variables: [
    ...identity(namespace),
    { name: 'event', expression: "dyn(request.operation == 'CREATE' ? object : oldObject)" },
    { name: 'about', expression: 'dyn(variables.event.involvedObject)' },
  ],
  checks: [
    { expression: `request.operation != 'DELETE'`, message: 'an agent deletes no Events' },
    {
      expression: `variables.about.?kind.orValue('') == 'Node' && ${isOwnNode("variables.about.?name.orValue('')")} && (!has(variables.about.uid) || variables.about.uid == variables.named)`,
      message: 'an agent writes Events of its own Node only',
    },
    {
      expression: `variables.about.all(k, k in ${literals(freeBelow(ofNewEvent, ['involvedObject']))}) && !has(variables.event.related)`,
      message: 'an Event of an agent is about its Node, and nothing else',
    },
    {
      expression: [
        `variables.event.reportingComponent == ${literal(agent.reportingComponent)}`,
        `variables.named.startsWith(variables.event.reportingInstance) && size(variables.event.reportingInstance) >= (size(variables.named) < ${longestInstance} ? size(variables.named) : ${longestInstance})`,
        `(!has(variables.event.source) || variables.event.source.size() == 0)`,
      ].join(' && '),
      message: `an agent writes Events as ${agent.reportingComponent} of its node only`,
    },
    {
      expression: `object == null || dyn(object.metadata).all(k, k in ${literals(metadata)})`,
      message: 'an Event of an agent has no labels, annotations, finalizers or owners',
    },
    {
      // It adds none, by the check above.
      expression: `request.operation != 'UPDATE' || dyn(oldObject.metadata).all(k, k in ${literals([...ofServer, ...freeBelow(ofOldEvent, ['metadata'])])} || k in dyn(object.metadata))`,
      message: 'an agent removes no metadata of an Event',
    },
    {
      expression: `request.operation != 'UPDATE' || ${sameEntries('dyn(oldObject)', 'dyn(object)', freeBelow(ofOldEvent, []))}`,
      message: 'an agent changes only the series of an Event',
    },
  ],
})
