/** Lists that are merged by a key, by the name of their field (patchMergeKey in k8s.io/api); all others are replaced. */
const keys: Readonly<Record<string, string>> = {
  addresses: 'type',
  conditions: 'type',
  containers: 'name',
  env: 'name',
  ephemeralContainers: 'name',
  hostAliases: 'ip',
  imagePullSecrets: 'name',
  initContainers: 'name',
  ownerReferences: 'uid',
  podIPs: 'ip',
  ports: 'containerPort',
  resizePolicy: 'resourceName',
  volumeMounts: 'mountPath',
  volumes: 'name',
}

/** Lists of plain values that a strategic patch adds to. */
const sets = new Set(['finalizers'])

/** Undefined for a list that is replaced as a whole. */
export const mergeKeyOf = (field: string): string | undefined => (Object.hasOwn(keys, field) ? keys[field] : undefined)

export const isSet = (field: string): boolean => sets.has(field)
