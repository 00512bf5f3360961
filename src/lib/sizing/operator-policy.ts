import type { ObjectBody } from '../api/object.ts'
import { balloon } from '../names.ts'

const group = balloon.rightsGroup

/** Nothing is served under this name: the policy limits whoever has this right, and not the next one. */
export const limitedRight = { apiGroups: [group], resources: ['balloons'], verbs: ['resize'] } as const
/** For users who have the role, and resize other pods by another role. `*` has it, too. */
export const freeRight = { apiGroups: [group], resources: ['pods'], verbs: ['resize'] } as const

const has = ({ apiGroups: [from], resources: [resource], verbs: [verb] }: typeof limitedRight | typeof freeRight) =>
  `authorizer.group('${from}').resource('${resource}').namespace(request.namespace).check('${verb}').allowed()`

const isBalloon = (namespace: string): string =>
  [
    `request.namespace == '${namespace}'`,
    'has(oldObject.metadata.ownerReferences)',
    `oldObject.metadata.ownerReferences.exists(o, o.kind == 'DaemonSet' && o.name == '${balloon.daemonSet}' && has(o.controller) && o.controller)`,
  ].join(' && ')

/**
 * RBAC cannot say which pods a role resizes. This policy does: who resizes by the role of nodesize resizes balloons only.
 * Others, such as a vertical autoscaler, have neither right, and are not affected, even when it cannot be evaluated.
 */
export const operatorPolicy = (
  namespace: string,
  labels: Readonly<Record<string, string>>,
): readonly [ObjectBody, ObjectBody] => [
  {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name: balloon.policy, labels },
    spec: {
      failurePolicy: 'Fail',
      matchConstraints: {
        resourceRules: [
          {
            apiGroups: [''],
            apiVersions: ['v1'],
            operations: ['UPDATE'],
            resources: ['pods/resize'],
            // The default: an apply replaces this list as a whole, and would find a difference each time.
            scope: '*',
          },
        ],
      },
      matchConditions: [
        { name: 'operators', expression: has(limitedRight) },
        { name: 'and-no-more', expression: `!${has(freeRight)}` },
      ],
      validations: [
        {
          expression: isBalloon(namespace),
          message: `the role ${balloon.clusterRole} is for balloons: to resize other pods, too, a user needs the verb resize on pods.${group}`,
          reason: 'Forbidden',
        },
      ],
    },
  },
  {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicyBinding',
    metadata: { name: balloon.policy, labels },
    spec: { policyName: balloon.policy, validationActions: ['Deny'] },
  },
]
