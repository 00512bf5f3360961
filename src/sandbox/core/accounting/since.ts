/** Minor releases from which on a rule of counting holds without being asked for. */
export const since = {
  /** InPlacePodVerticalScaling: the status counts. */
  resize: 33,
  /** PodLevelResources: requests of the pod as a whole count. */
  podLevel: 34,
  /** InPlacePodLevelResourcesVerticalScaling: they are resized as well. */
  podLevelResize: 36,
  /** PR 140047: first the sums, then the maximum. */
  sumsFirst: 37,
} as const
