import { isSubdomain, maxSubdomainLength } from '../../api/dns-subdomain.ts'
import { quote } from '../model/quote.ts'

const longest = 63
const name = /^[A-Za-z0-9](?:[-\w.]*[A-Za-z0-9])?$/

/**
 * The fault of a label key such as `zone` or `example.com/zone`, as the end of a sentence; undefined when it is valid
 * (apimachinery's IsQualifiedName).
 */
export function flawOfQualifiedName(text: string): string | undefined {
  const [first = '', second, third] = text.split('/', 3)
  if (third !== undefined) return 'must not have more than one /'
  if (second === undefined) return flawOfName(first)
  if (isSubdomain(first)) return flawOfName(second, ' after the /')
  return `must have a DNS subdomain before the /, not ${quote(first)}: lower-case letters, digits, - and ., at most ${maxSubdomainLength}`
}

/** The same for a label value, which may be empty (IsValidLabelValue). */
export const flawOfLabelValue = (text: string): string | undefined => (text === '' ? undefined : flawOfName(text))

function flawOfName(text: string, where = ''): string | undefined {
  if (text === '') return `must have a name${where}`
  if (text.length > longest) return `must have at most ${longest} characters${where}, not ${text.length}`
  return name.test(text)
    ? undefined
    : `must have only letters, digits, -, _ and .${where}, and a letter or digit at both ends`
}
