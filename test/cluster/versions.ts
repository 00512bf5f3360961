/** What the cluster is built from. Change a version here and the next run builds that part anew. */
export const versions = {
  kubernetes: '1.36.3',
  etcd: '3.7.3',
  containerd: '2.4.2',
  pause: '1',
  clock: '1',
  /** Of the release before, for upgrades. */
  kubelet: '1.35.4',
  /** A program that runs the kubelet as k3s does: of the same number. */
  k3s: '1.36.3',
} as const

/** The one image of the cluster, of pods and sandboxes alike; use it with `imagePullPolicy: Never`. */
export const pauseImage = `localhost/pause:${versions.pause}`
