import { literal, literals, type Policy } from '../../admission/policy.ts'
import { freeBelow, type Path } from '../../admission/right.ts'
import { sameEntries } from '../../admission/unchanged.ts'
import {
  accountCondition,
  changesOnly,
  eventChecks,
  leaseChecks,
  named,
  only,
  writeVariables,
} from '../../loop/manifests/leader-limits.ts'
import { controller, probe, rollout, webhook } from '../../names.ts'
import { probeDeadlineSeconds } from '../probe-evidence.ts'
import { container, nameLabel } from '../probe-pod.ts'
import { ofCertificates, ofProbe, ofRollout, probeAccount, systemPriority, theController } from './controller-rights.ts'

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

const inContainer = ['spec', 'containers', container]

const ofNewPods = (...conditions: readonly string[]): string =>
  `request.operation == 'DELETE' || ${conditions.join(' && ')}`

const hasOnly = (map: string, above: Path): string => `${map}.all(k, k in ${literals(freeBelow(ofProbe, above))})`

/**
 * Pods that try kubelets. Whatever runs in them has no secret, no token and nothing of the host, and no other pod gives way to it.
 * That it is not root is left to the Pod Security Standard of the namespace. A token would come with a projected volume.
 */
const ofPods = [
  {
    expression: [
      "request.operation != 'UPDATE'",
      `request.namespace == ${literal(controller.namespace)}`,
      `(request.operation == 'DELETE' ? oldObject : object).metadata.name.startsWith(${literal(probe.prefix)})`,
    ].join(' && '),
    message: `the controller makes and deletes pods ${probe.prefix}… only, in its own namespace`,
  },
  {
    expression: ofNewPods(
      `dyn(object).metadata.all(k, k in ${literals([...named, ...freeBelow(ofProbe, ['metadata'])])})`,
      hasOnly('dyn(object).metadata.?annotations.orValue({})', ['metadata', 'annotations']),
      `dyn(object).metadata.?labels[?${literal(nameLabel)}].orValue('') == ${literal(probe.name)}`,
    ),
    message: `the controller writes no metadata of a probe but labels, and names it ${probe.name}`,
  },
  {
    expression: ofNewPods(
      hasOnly('dyn(object.spec)', ['spec']),
      hasOnly('dyn(object.spec).?securityContext.orValue({})', ['spec', 'securityContext']),
    ),
    message: `the spec of a probe has nothing but ${freeBelow(ofProbe, ['spec']).join(', ')}`,
  },
  {
    expression: ofNewPods(
      'has(object.spec.nodeName)',
      `object.spec.?priority.orValue(0) < ${systemPriority}`,
      `object.spec.?activeDeadlineSeconds.orValue(${probeDeadlineSeconds + 1}) <= ${probeDeadlineSeconds}`,
    ),
    message: `a probe is made on a node, has no priority of the system, and ends within ${probeDeadlineSeconds} s`,
  },
  {
    expression: ofNewPods(`object.spec.?serviceAccountName.orValue('') in ${literals(['', probeAccount])}`),
    message: `a probe has the ServiceAccount ${probeAccount}`,
  },
  {
    expression: ofNewPods(
      `object.spec.containers.all(c, ${[
        `c.name == ${literal(container)}`,
        hasOnly('dyn(c)', inContainer),
        hasOnly('dyn(c).?securityContext.orValue({})', [...inContainer, 'securityContext']),
        hasOnly('dyn(c).?securityContext.?capabilities.orValue({})', [
          ...inContainer,
          'securityContext',
          'capabilities',
        ]),
        hasOnly('dyn(c).?resources.?limits.orValue({})', [...inContainer, 'resources', 'limits']),
      ].join(' && ')})`,
    ),
    message: `a probe has one container, which has nothing but ${freeBelow(ofProbe, inContainer).join(', ')}, and no device`,
  },
  {
    expression: ofNewPods(`object.spec.?volumes.orValue([]).all(v, ${hasOnly('dyn(v)', ['spec', 'volumes', '*'])})`),
    message: 'a probe has volumes of the kinds emptyDir and downwardAPI only',
  },
]

const ofSecrets = [
  {
    expression: [
      "request.operation == 'UPDATE'",
      `request.namespace == ${literal(controller.namespace)}`,
      `object.metadata.name == ${literal(webhook.secret)}`,
    ].join(' && '),
    message: `the controller changes the Secret ${webhook.secret} only, and makes and deletes none`,
  },
  {
    expression: changesOnly(ofCertificates),
    message: 'the controller writes no metadata of its Secret, and nothing but its data',
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
  matching: [
    { resources: ['configmaps', 'events', 'pods', 'secrets'] },
    { group: 'coordination.k8s.io', resources: ['leases'] },
  ],
  operations: ['CREATE', 'UPDATE', 'DELETE'],
  checks: [
    ...only('configmaps', ofConfigMaps(documents)),
    ...only('pods', ofPods),
    ...only('secrets', ofSecrets),
    ...only('leases', leaseChecks(theController)),
    ...only('events', eventChecks(theController, aboutRollout)),
  ],
})
