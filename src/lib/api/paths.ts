const segment = encodeURIComponent

export const configMapsPath = (namespace: string): string => `/api/v1/namespaces/${segment(namespace)}/configmaps`
export const configMapPath = (namespace: string, name: string): string =>
  `${configMapsPath(namespace)}/${segment(name)}`

export const podsPath = (namespace: string): string => `/api/v1/namespaces/${segment(namespace)}/pods`
export const podPath = (namespace: string, name: string): string => `${podsPath(namespace)}/${segment(name)}`
