/** Merge keys of lists by field name (patchMergeKey in k8s.io/api). Lists without one are replaced. */
const keys: Readonly<Record<string, string>> = {
  addresses: 'type',
  conditions: 'type',
  containers: 'name',
  env: 'name',
  ephemeralContainers: 'name',
  hostAliases: 'ip',
  hostIPs: 'ip',
  imagePullSecrets: 'name',
  initContainers: 'name',
  ownerReferences: 'uid',
  podIPs: 'ip',
  ports: 'containerPort',
  resizePolicy: 'resourceName',
  resourceClaims: 'name',
  resourceClaimStatuses: 'name',
  schedulingGates: 'name',
  secrets: 'name',
  topologySpreadConstraints: 'topologyKey',
  volumeDevices: 'devicePath',
  volumeMounts: 'mountPath',
  volumes: 'name',
}

/** Lists of scalars that a strategic merge patch adds to. */
const sets = new Set(['finalizers', 'podCIDRs'])

/** Undefined when the list is replaced as a whole. */
export const mergeKeyOf = (field: string): string | undefined => (Object.hasOwn(keys, field) ? keys[field] : undefined)

export const isSet = (field: string): boolean => sets.has(field)
