/** The header values that the kubelet sends with its requests for static pods are often credentials. */
const secret = /staticPodURLHeader/i

/** Must no value at this path, or of this key, be shown? Keys may. Misspelt case and misplacement do not make it public. */
export const isSecret = (path: string): boolean => secret.test(path)

export const redacted = '<redacted>'

/** Stands for what no release declares: a misspelt key may hold what the right one would hide. */
export const notShown = '<not shown: unknown field>'

/** What stands before the @ of a URL's host (RFC 3986, 3.2.1): a name, often with a password. */
const userinfo = /(?<=:\/\/)[^/?#]*@/g

/** A text whose URLs tell nobody's password. */
export const withoutUserinfo = (text: string): string => text.replaceAll(userinfo, `${redacted}@`)
