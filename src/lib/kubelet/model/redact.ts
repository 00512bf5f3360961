/** Header values that the kubelet sends with its requests for static pods; they are often credentials. */
const secret = /staticPodURLHeader/i

/** Whether the value at this path or key must not be shown, also if misspelt or misplaced. Keys may be shown. */
export const isSecret = (path: string): boolean => secret.test(path)

export const redacted = '<redacted>'

/** Replaces the value of a field that no release declares: a misspelt key may hold a secret. */
export const notShown = '<not shown: unknown field>'

/** The userinfo of a URL (RFC 3986, 3.2.1): a name, often with a password. */
const userinfo = /(?<=:\/\/)[^/?#]*@/g

/** A text with the userinfo of its URLs removed. */
export const withoutUserinfo = (text: string): string => text.replaceAll(userinfo, `${redacted}@`)
