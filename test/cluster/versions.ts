/** What the cluster is built from. Change a version here and the next run builds that part anew. */
export const versions = {
  kubernetes: '1.36.3',
  etcd: '3.7.3',
  containerd: '2.4.2',
  pause: '1',
} as const

/** The one image of the cluster, of pods and sandboxes alike; use it with `imagePullPolicy: Never`. */
export const pauseImage = `localhost/pause:${versions.pause}`
