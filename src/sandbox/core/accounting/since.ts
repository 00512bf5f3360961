/** First minor releases in which a rule of counting applies by default. */
export const since = {
  /** InPlacePodVerticalScaling: the status counts. */
  resize: 33,
  /** PodLevelResources: pod-level requests count. */
  podLevel: 34,
  /** InPlacePodLevelResourcesVerticalScaling: pod-level requests can be resized. */
  podLevelResize: 36,
  /** PR 140047: the maximum of sums, not the sum of maxima. */
  sumsFirst: 37,
} as const
