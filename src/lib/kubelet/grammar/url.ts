import { quote } from '../model/quote.ts'
import { isIpv6 } from './ipv6.ts'

/** The scheme, in lower case; or the fault, as the end of a sentence. */
type Url = { readonly scheme: string } | { readonly flaw: string }

const withoutControls = /^[ -~\u0080-\u{10ffff}]*$/u
const scheme = /^([A-Za-z][-+.0-9A-Za-z]*):/
const badEscape = /%(?![0-9A-Fa-f]{2})/
const notInHost = /[^-!"$%&'()*+,.0-9:;<=>A-Z[\]_a-z~\u0080-\u{10ffff}]/u
const notInUserinfo = /[^-!$%&'()*+,.0-9:;=@A-Z_a-z~]/u
const port = /^(?::[0-9]*)?$/

const escapes = 'must have two hexadecimal digits after each %'

/** An absolute URL as Go's net/url parses it (Parse, Go 1.26): more lenient than the standard and JavaScript. */
export function readUrl(text: string): Url {
  const [url = '', ...fragment] = text.split('#')
  if (!withoutControls.test(url)) return { flaw: 'must not have control characters' }
  const name = scheme.exec(url)?.[1]
  if (name === undefined) return { flaw: 'must begin with a scheme' }
  const [rest = ''] = url.slice(name.length + 1).split('?', 1)
  const flaw = flawOfRest(rest) ?? flawOfEscapes(fragment.join('#'))
  return flaw === undefined ? { scheme: name.toLowerCase() } : { flaw }
}

const flawOfEscapes = (text: string): string | undefined => (badEscape.test(text) ? escapes : undefined)

/** Checks what is between scheme and query. Without a leading slash, Go does not check it. */
function flawOfRest(rest: string): string | undefined {
  if (!rest.startsWith('//')) return rest.startsWith('/') ? flawOfEscapes(rest) : undefined
  const [authority = '', ...path] = rest.slice(2).split('/')
  const at = authority.lastIndexOf('@')
  return (
    flawOfHost(authority.slice(at + 1)) ??
    flawOfUserinfo(authority.slice(0, Math.max(0, at))) ??
    flawOfEscapes(path.join('/'))
  )
}

const flawOfUserinfo = (text: string): string | undefined =>
  notInUserinfo.test(text) ? 'must escape special characters before the @ with %' : flawOfEscapes(text)

function flawOfHost(text: string): string | undefined {
  if (text.includes('[')) return flawOfBrackets(text)
  const colon = text.lastIndexOf(':')
  return flawOfPort(colon < 0 ? '' : text.slice(colon)) ?? flawOfName(text)
}

const flawOfPort = (text: string): string | undefined => (port.test(text) ? undefined : 'must have a number as port')

/** In a host, only bytes beyond ASCII and the percent sign may be escaped. */
function flawOfName(text: string): string | undefined {
  const forbidden = notInHost.exec(text)?.[0]
  if (forbidden !== undefined) return `must not have ${quote(forbidden)} in its host`
  if (badEscape.test(text)) return escapes
  return /%(?!25)[0-7]/.test(text) ? 'must not have ASCII characters escaped in its host' : undefined
}

/** An IPv6 address, with a zone after %25 if it has one. */
function flawOfBrackets(text: string): string | undefined {
  const end = text.lastIndexOf(']')
  if (text.lastIndexOf('[') > 0 || end < 0) return 'must have its host between [ and ], or without either'
  const [address = '', ...zone] = text.slice(1, end).split('%25')
  if (!isIpv6(address)) return `must have an IPv6 address in the brackets, not ${quote(address)}`
  return flawOfPort(text.slice(end + 1)) ?? (zone.length > 0 ? flawOfZone(zone.join('%25')) : undefined)
}

/** Escapes in a zone must be for characters that ASCII allows there unescaped, a space, or the percent sign. */
function flawOfZone(zone: string): string | undefined {
  if (zone === '') return 'must have a zone after %25'
  if (badEscape.test(zone)) return escapes
  if (/%[89A-Fa-f]/.test(zone)) return 'must not have bytes beyond ASCII escaped in its zone'
  const plain = zone
    .replaceAll(/%2[05]/g, '')
    .replaceAll(/%(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  const forbidden = notInHost.exec(plain)?.[0]
  return forbidden === undefined ? undefined : `must not have ${quote(forbidden)} in its zone`
}
