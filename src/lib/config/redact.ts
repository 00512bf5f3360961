/** The header values that the kubelet sends with its requests for static pods are often credentials. */
const secret = /staticPodURLHeader/i

/** Must no value at this path be shown? Keys may. Misspelt case and misplacement do not make it public. */
export const isSecret = (path: string): boolean => secret.test(path)

export const redacted = '<redacted>'
