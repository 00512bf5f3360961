import { type Free, freeFields, type Right, reading } from '../../admission/right.ts'
import { eventRight, leaseRights, managed, type Who } from '../../loop/manifests/leader-limits.ts'
import { balloon, desired, reconciler } from '../../names.ts'

/** Characters of the mark of a cordon: the reconciler writes fewer. */
export const longestMark = 1024

/** As its policy speaks of it. */
export const theReconciler: Who = { called: 'the reconciler', ...reconciler }

/** Of a Node: a cordon, and the mark that says whose it is. */
export const ofNode: readonly Free[] = [
  {
    path: ['metadata', 'annotations', balloon.cordonAnnotation],
    within: `only together with the cordon, at most ${longestMark} characters`,
  },
  ...managed,
  { path: ['spec', 'unschedulable'], within: 'only together with the annotation' },
]

/** Of a pod, its resize: the API server itself takes nothing else there. */
export const ofBalloon: readonly Free[] = [
  ...managed,
  { path: ['spec', 'containers', balloon.container, 'resources'], within: 'of balloons' },
]

export const ofStore: readonly Free[] = [...managed, ...freeFields([], ['data'])]

/** Nothing is served under this name: the policy limits whoever has this right, and not the next one. */
export const limitedRight: Right = {
  ...{ group: balloon.rightsGroup, resources: ['balloons'], verbs: ['resize'] },
  purpose: 'says that the policy limits resizes to balloons',
}
/** For users who have the role, and resize other pods by another role. `*` has it, too. */
export const freeRight: Right = {
  ...{ group: balloon.rightsGroup, resources: ['pods'], verbs: ['resize'] },
  purpose: 'says that it does not',
}

/** For `nodesize get`, `top`, `set` and `reset`. */
export const operatorRights: readonly Right[] = [
  {
    ...{ resources: ['nodes', 'pods'], verbs: reading },
    purpose: 'what nodes have and pods request: environments come with it, because RBAC knows no part of a pod',
  },
  { resources: ['pods/resize'], verbs: ['get', 'patch'], changes: ofBalloon, purpose: 'to resize' },
  limitedRight,
  // A list or a watch of one name each.
  {
    ...{ resources: ['configmaps'], names: desired.configMaps, verbs: [...reading, 'patch'], changes: ofStore },
    purpose: 'the sizes that last',
  },
  { resources: ['limitranges'], verbs: ['list'], purpose: 'what limits a balloon' },
  { group: 'metrics.k8s.io', resources: ['nodes'], verbs: ['get', 'list'], purpose: 'usage' },
  {
    ...{ group: 'apps', resources: ['daemonsets'], names: [balloon.daemonSet], verbs: reading },
    purpose: 'the installation',
  },
]

/**
 * To cordon a node while it becomes smaller. Who may patch nodes may also taint them, and so end pods: the role of
 * operators does not have it, and whoever wants it binds this one, too (ADR 28).
 */
export const cordonRights: readonly Right[] = [
  { resources: ['nodes'], verbs: ['get', 'patch'], purpose: 'to cordon; no policy limits it' },
]

/**
 * To patch nodes is to cordon them for the moment of a resize (ADR 28), by the policy. What the pods of a node request is
 * known from a list of them only.
 */
export const reconcilerRights = (balloons: string, namespace: string): readonly Right[] => [
  { resources: ['nodes'], verbs: [...reading, 'patch'], changes: ofNode, purpose: 'to cordon for a moment' },
  {
    ...{ resources: ['pods'], verbs: ['list'] },
    purpose: 'for what they request: their environments come with it, because RBAC knows no part of a pod',
  },
  eventRight('default', 'a Node', theReconciler),
  { where: balloons, resources: ['pods'], verbs: reading, purpose: 'balloons' },
  { where: balloons, resources: ['pods/resize'], verbs: ['patch'], changes: ofBalloon, purpose: 'to resize' },
  { ...limitedRight, where: balloons },
  // A list or a watch of one name each: it reads no other ConfigMap, and writes none.
  {
    ...{ where: balloons, resources: ['configmaps'], names: desired.configMaps, verbs: reading },
    purpose: 'the sizes to keep, by name',
  },
  { where: balloons, resources: ['limitranges'], verbs: ['list'], purpose: 'what limits a balloon' },
  {
    ...{ where: balloons, group: 'apps', resources: ['daemonsets'], names: [balloon.daemonSet], verbs: reading },
    purpose: 'the installation',
  },
  ...leaseRights(namespace, theReconciler),
]
