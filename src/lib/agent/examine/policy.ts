import type { Effective } from '../../kubelet/defaults/effective.ts'

/** Fields that a node needs, and that a document for it may have forgotten: without them the kubelet has its default. */
const critical = [
  'staticPodPath',
  'clusterDNS',
  'clusterDomain',
  'containerRuntimeEndpoint',
  'resolvConf',
  'cgroupDriver',
]

export const leftOut = (before: Effective, after: Effective): readonly string[] =>
  critical.filter((field) => before.written(field) !== undefined && after.written(field) === undefined)

/** The control plane runs as static pods of this folder, or from this address. */
export const movesStaticPods = (before: Effective, after: Effective): boolean =>
  ['staticPodPath', 'staticPodURL'].some((field) => {
    const place = before.text(field)
    return place !== '' && place !== after.text(field)
  })
