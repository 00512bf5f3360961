import { balloon } from '../names.ts'

/** The hash of the template that the controller of a DaemonSet made a pod from. */
export const revisionLabel = 'controller-revision-hash'

/** Of the labels of a pod, those that sizing looks at; a read of pods need not have the others. */
export const usedLabels: readonly string[] = [balloon.podLabel.key, revisionLabel]

/** The same of its conditions, by type. */
export const usedConditions: readonly string[] = ['PodResizePending', 'PodResizeInProgress', 'PodScheduled']
