/** Of each release of Kubernetes that a cluster can be of, what is built. Change a version and the next run builds it anew. */
export const releases = {
  '1.33': '1.33.13',
  '1.34': '1.34.4',
  '1.35': '1.35.4',
  '1.36': '1.36.3',
  '1.37': '1.37.2',
} as const

export type Release = keyof typeof releases

const oldestFirst = Object.keys(releases) as Release[]

/** Of a cluster for which none is named; the only one that has also a kubelet of the release before, and k3s. */
export const newest: Release = oldestFirst.at(-1)!

/** The one before. */
export const beforeNewest: Release = oldestFirst.at(-2)!

/** As a kubelet tells its own. */
export const newestVersion = `v${releases[newest]}`

/** That of the kubelets of the release before. */
export const versionBefore = `v${releases[beforeNewest]}`

/** What else a cluster is built from, whatever its release. */
export const versions = {
  kubectl: releases[newest],
  etcd: '3.7.3',
  containerd: '2.4.2',
  pause: '1',
  clock: '1',
  'disk-errors': '1',
  /** A program that runs the kubelet as k3s does: of the same number. */
  k3s: releases[newest],
} as const

/** The one image of the cluster, of pods and sandboxes alike; use it with `imagePullPolicy: Never`. */
export const pauseImage = `localhost/pause:${versions.pause}`
