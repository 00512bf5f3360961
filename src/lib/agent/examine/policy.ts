import type { Effective } from '../../kubelet/defaults/effective.ts'
import { asText } from '../../kubelet/defaults/values.ts'

/**
 * Whoever may write a document is not meant to get the node by it, so that a document must not make it less safe than it
 * is: fields, and whether a configuration is unsafe there. The node itself can allow a field.
 */
const unsafe: Readonly<Record<string, (config: Effective) => boolean>> = {
  'authentication.anonymous.enabled': (config) => config.bool('authentication.anonymous.enabled'),
  'authentication.x509.clientCAFile': (config) => config.text('authentication.x509.clientCAFile') === '',
  'authorization.mode': (config) => config.text('authorization.mode') === 'AlwaysAllow',
  readOnlyPort: (config) => config.int('readOnlyPort') !== 0n,
  // Without its server, a kubelet gives no logs, no shells and no metrics, and nobody can ask what it runs.
  enableServer: (config) => !config.bool('enableServer'),
  staticPodURL: (config) => config.text('staticPodURL') !== '',
  allowedUnsafeSysctls: (config) => config.list('allowedUnsafeSysctls').some((name) => asText(name).includes('*')),
}

/** The fields that the node itself can allow. */
export const guardedFields: readonly string[] = Object.keys(unsafe)

export const isGuarded = (field: string): boolean => guardedFields.includes(field)

/** Fields in which a document is unsafe, and what runs is not, or is not known. */
export const unsafeFields = (
  before: Effective | undefined,
  after: Effective,
  allowed: readonly string[],
): readonly string[] =>
  Object.entries(unsafe)
    .filter(
      ([field, isUnsafe]) =>
        !allowed.includes(field) &&
        isUnsafe(after) &&
        (before === undefined || !isUnsafe(before) || isElsewhere(field, before, after)),
    )
    .map(([field]) => field)

/** Whose static pods run is as much to the point as that there are some from elsewhere. */
const isElsewhere = (field: string, before: Effective, after: Effective): boolean =>
  field === 'staticPodURL' && before.text(field) !== after.text(field)

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
