/**
 * What stays the same when the allocatable of a node changes: its size, or its balloon. After a hotplug, `size` gives the
 * new capacity to the balloon, and `balloon` gives it to the pods.
 */
export type HoldPolicy = 'size' | 'balloon'
