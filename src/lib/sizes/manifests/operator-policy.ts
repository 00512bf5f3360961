import { type Check, literal, policyObjects } from '../../admission/policy.ts'
import { freeBelow, type Right } from '../../admission/right.ts'
import { sameBut } from '../../admission/unchanged.ts'
import type { ObjectBody } from '../../api/object.ts'
import { served } from '../../loop/manifests/leader-limits.ts'
import { balloon, desired } from '../../names.ts'
import { freeRight, limitedRight, ofStore } from './rights.ts'

const has = ({ group, resources: [resource], verbs: [verb] }: Right) =>
  `authorizer.group('${group}').resource('${resource}').namespace(request.namespace).check('${verb}').allowed()`

const conditions = [
  { name: 'operators', expression: has(limitedRight) },
  { name: 'and-no-more', expression: `!${has(freeRight)}` },
]

/** The uid of the owner is not known here: a pod with another one is deleted by the garbage collector (ADR 39). */
export const balloonsOnly = (namespace: string, message: string): readonly Check[] => [
  {
    expression: [
      `request.namespace == ${literal(namespace)}`,
      'has(oldObject.metadata.ownerReferences)',
      `oldObject.metadata.ownerReferences.exists(o, ${isDaemonSet})`,
    ].join(' && '),
    message,
  },
  { expression: sameBut('.metadata', served), message: 'a resize changes no metadata' },
]

const isDaemonSet = [
  "o.apiVersion == 'apps/v1'",
  "o.kind == 'DaemonSet'",
  `o.name == ${literal(balloon.daemonSet)}`,
  'has(o.controller)',
  'o.controller',
].join(' && ')

/**
 * RBAC cannot say which pods a role resizes. This policy does: who resizes by the role of nodesize resizes balloons only.
 * Others, such as a vertical autoscaler, have neither right, and are not affected, even when it cannot be evaluated.
 */
export const operatorPolicy = (
  namespace: string,
  labels: Readonly<Record<string, string>>,
): readonly [ObjectBody, ObjectBody] =>
  policyObjects(
    {
      ...{ name: balloon.policy, conditions, matching: [{ resources: ['pods/resize'] }], operations: ['UPDATE'] },
      checks: balloonsOnly(
        namespace,
        `the role ${balloon.clusterRole} is for balloons: to resize other pods, too, a user needs the verb resize on pods.${balloon.rightsGroup}`,
      ),
    },
    labels,
  )

/**
 * RBAC cannot say which fields of a ConfigMap a role changes. This policy does: operators change the sizes, and cannot make
 * a store immutable, hide it from those who select it by its label, or have the garbage collector delete it.
 */
export const sizesPolicy = (
  namespace: string,
  labels: Readonly<Record<string, string>>,
): readonly [ObjectBody, ObjectBody] =>
  policyObjects(
    {
      ...{ name: desired.policy, conditions, namespace, operations: ['UPDATE', 'DELETE'] },
      matching: [{ resources: ['configmaps'], names: desired.configMaps }],
      checks: [
        {
          expression: "request.operation == 'UPDATE'",
          message: `the role ${balloon.clusterRole} does not delete the stores of sizes`,
        },
        {
          expression: `request.operation != 'UPDATE' || ${sameBut('', freeBelow(ofStore, []))}`,
          message: `the role ${balloon.clusterRole} changes the data of the stores of sizes only`,
        },
        {
          expression: `request.operation != 'UPDATE' || ${sameBut('.metadata', served)}`,
          message: `the role ${balloon.clusterRole} changes no metadata of the stores of sizes`,
        },
      ],
    },
    labels,
  )
