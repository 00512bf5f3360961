import { literal, policyObjects } from '../../admission/policy.ts'
import { freeBelow } from '../../admission/right.ts'
import { sameBut, sameEntries } from '../../admission/unchanged.ts'
import type { ObjectBody } from '../../api/object.ts'
import {
  accountCondition,
  eventChecks,
  leaseChecks,
  only,
  served,
  writeVariables,
} from '../../loop/manifests/leader-limits.ts'
import { balloon, reconciler } from '../../names.ts'
import { balloonsOnly } from './operator-policy.ts'
import { longestMark, ofNode, theReconciler } from './rights.ts'

interface Where {
  /** Of the reconciler. */
  readonly namespace: string
  /** Of the balloons. */
  readonly balloons: string
}

type Labels = Readonly<Record<string, string>>

const mark = `[?${literal(balloon.cordonAnnotation)}].orValue('')`
const annotationsOf = (object: string) => `dyn(${object}).metadata.?annotations.orValue({})`

const variables = [
  ...writeVariables,
  ...[
    { age: 'new', object: 'object' },
    { age: 'old', object: 'oldObject' },
  ].flatMap(({ age, object }) => [
    { name: `${age}Annotations`, expression: annotationsOf(object) },
    { name: `${age}Mark`, expression: `string(variables.${age}Annotations${mark})` },
    { name: `${age}Cordon`, expression: `dyn(${object}).spec.?unschedulable.orValue(false)` },
  ]),
]

/** Of a Node, it changes whether it is cordoned, and the mark that says so. */
const ofNodes = [
  {
    expression: "variables.isUpdate && variables.resource == 'nodes'",
    message: 'the reconciler neither creates nor deletes a Node, and writes no status of one',
  },
  {
    expression: sameBut('', freeBelow(ofNode, [])),
    message: 'the reconciler changes nothing of a Node but its cordon',
  },
  {
    expression: sameBut('.metadata', [...new Set([...freeBelow(ofNode, ['metadata']), ...served])]),
    message: 'the reconciler changes no metadata of a Node but one annotation',
  },
  {
    expression: sameEntries(
      'variables.oldAnnotations',
      'variables.newAnnotations',
      freeBelow(ofNode, ['metadata', 'annotations']),
    ),
    message: `the reconciler changes the annotation ${balloon.cordonAnnotation} of a Node only`,
  },
  {
    expression: sameBut('.spec', freeBelow(ofNode, ['spec'])),
    message: 'the reconciler changes nothing of the spec of a Node but unschedulable',
  },
  {
    expression: [
      'variables.newMark == variables.oldMark && variables.newCordon == variables.oldCordon',
      "variables.newMark != '' && variables.newCordon && (!variables.oldCordon || variables.oldMark != '')",
      "variables.newMark == '' && variables.oldMark != '' && (!variables.newCordon || variables.oldCordon)",
    ]
      .map((one) => `(${one})`)
      .join(' || '),
    message: 'the reconciler cordons a Node with its mark, and undoes no cordon without one',
  },
  {
    expression: `size(variables.newMark) <= ${longestMark}`,
    message: `the annotation ${balloon.cordonAnnotation} has at most ${longestMark} characters`,
  },
]

const ofPods = (balloons: string) => [
  {
    expression: "variables.resource == 'pods/resize'",
    message: 'the reconciler writes nothing of a pod but its resize',
  },
  ...balloonsOnly(balloons, 'the reconciler resizes balloons only'),
]

/** It tells of Nodes in its own name. */
const aboutNodes = { plural: 'Nodes', isAbout: "dyn(object.involvedObject).?kind.orValue('') == 'Node'" }

/**
 * What the reconciler may write, of what RBAC cannot express: a right to patch Nodes is one to taint them, to label them,
 * to report in the name of their agents, and to have them deleted by an owner that does not exist (ADR 39).
 */
export const reconcilerPolicies = ({ namespace, balloons }: Where, labels: Labels): readonly ObjectBody[] =>
  policyObjects(
    {
      ...{ name: reconciler.name, conditions: [accountCondition('reconciler', namespace, theReconciler)], variables },
      matching: [
        { resources: ['nodes', 'nodes/*', 'pods', 'pods/*', 'events'] },
        { group: 'coordination.k8s.io', resources: ['leases'] },
      ],
      operations: ['CREATE', 'UPDATE', 'DELETE'],
      checks: [
        ...only('nodes', ofNodes),
        ...only('pods', ofPods(balloons)),
        ...only('leases', leaseChecks(theReconciler)),
        ...only('events', eventChecks(theReconciler, aboutNodes)),
      ],
    },
    labels,
  )
