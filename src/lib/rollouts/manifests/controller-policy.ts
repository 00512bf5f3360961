import { literal, literals, type Policy } from '../../admission/policy.ts'
import { sameEntries } from '../../admission/unchanged.ts'
import {
  accountCondition,
  changesOnly,
  eventChecks,
  leaseChecks,
  only,
  writeVariables,
} from '../../loop/manifests/leader-limits.ts'
import { controller, rollout } from '../../names.ts'
import { ofRollout, theController } from './controller-rights.ts'

const dataOf = (object: string): string => `dyn(${object}).?data.orValue({})`
const keys = Object.values(rollout.key)

/** The object with the state of rollouts, and of it the state and both texts. */
const ofConfigMaps = (documents: string) => [
  {
    expression: [
      "request.operation != 'DELETE'",
      `request.namespace == ${literal(documents)}`,
      `object.metadata.name == ${literal(rollout.configMap)}`,
    ].join(' && '),
    message: `the controller writes the ConfigMap ${rollout.configMap} only, and deletes none`,
  },
  {
    expression: changesOnly(ofRollout),
    message: 'the controller writes no metadata of its ConfigMap, and nothing but its data',
  },
  {
    expression: `variables.isUpdate ? (${sameEntries(dataOf('oldObject'), dataOf('object'), keys)}) : ${[
      `dyn(object).all(k, k in ${literals(['apiVersion', 'kind', 'metadata', 'data'])})`,
      `${dataOf('object')}.all(k, k in ${literals(keys)})`,
    ].join(' && ')}`,
    message: `the controller writes the keys ${keys.join(', ')} only`,
  },
]

const aboutRollout = {
  plural: `the ConfigMap ${rollout.configMap}`,
  isAbout: [
    "dyn(object.involvedObject).?kind.orValue('') == 'ConfigMap'",
    `dyn(object.involvedObject).?name.orValue('') == ${literal(rollout.configMap)}`,
  ].join(' && '),
}

/**
 * What the controller may write, of what RBAC cannot express: a right to create ConfigMaps is one to create the document of a node, and
 * so to be root there.
 */
export const controllerPolicy = (documents: string): Policy => ({
  name: controller.name,
  conditions: [accountCondition('controller', controller.namespace, theController)],
  variables: writeVariables,
  matching: [{ resources: ['configmaps', 'events'] }, { group: 'coordination.k8s.io', resources: ['leases'] }],
  operations: ['CREATE', 'UPDATE', 'DELETE'],
  checks: [
    ...only('configmaps', ofConfigMaps(documents)),
    ...only('leases', leaseChecks(theController)),
    ...only('events', eventChecks(theController, aboutRollout)),
  ],
})
