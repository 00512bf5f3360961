/** Maximum length of a DNS-1123 subdomain, in characters. */
export const maxSubdomainLength = 253

const label = '[a-z0-9](?:[-a-z0-9]*[a-z0-9])?'

/** A DNS-1123 subdomain of any length (apimachinery's IsDNS1123Subdomain). */
export const subdomain = new RegExp(`^${label}(?:\\.${label})*$`)

export const isSubdomain = (text: string): boolean => text.length <= maxSubdomainLength && subdomain.test(text)
