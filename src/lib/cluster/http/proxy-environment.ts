import { BlockList, isIP } from 'node:net'
import { domainToASCII } from 'node:url'

type Environment = Readonly<Record<string, string | undefined>>

const ports: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

/**
 * The proxy for a server according to the environment; undefined for none. Follows Go's net/http, and so kubectl:
 * golang.org/x/net/http/httpproxy, of the version in Go 1.26, without its rules for CGI programs.
 */
export function proxyFromEnvironment(server: URL, environment: Environment): string | undefined {
  const of = (name: string): string => environment[name] || environment[name.toLowerCase()] || ''
  const proxy = withScheme(of(server.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY'))
  if (proxy === undefined) return undefined
  const target = { host: hostOf(server), port: server.port || (ports[server.protocol] ?? '') }
  if (isLoopback(target.host)) return undefined
  return exceptions(of('NO_PROXY')).some((matches) => matches(target)) ? undefined : proxy
}

/**
 * Without a scheme it is http. A URL that cannot be parsed is returned unchanged, for the caller to refuse. (Go puts
 * http:// before it too, and then looks up a host named http.)
 */
function withScheme(text: string): string | undefined {
  if (text === '') return undefined
  return text.includes('://') || URL.parse(text)?.host ? text : `http://${text}`
}

const hostOf = ({ hostname }: URL): string => hostname.replaceAll(/[[\]]/g, '').toLowerCase()

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** A proxy is never used for this machine. */
const isLoopback = (host: string): boolean => host === 'localhost' || isIn(loopback, host)

interface Target {
  readonly host: string
  readonly port: string
}

type Matcher = (target: Target) => boolean

function exceptions(text: string): readonly Matcher[] {
  const entries = text.split(',').map((entry) => entry.trim().toLowerCase())
  if (entries.includes('*')) return [() => true]
  return entries.flatMap((entry) => subnetOf(entry) ?? hostMatcher(entry) ?? [])
}

/** Such as 10.0.0.0/8; undefined for other entries. */
function subnetOf(entry: string): Matcher | undefined {
  const [, address = '', bits = ''] = /^([^/]+)\/(\d{1,3})$/.exec(entry) ?? []
  const family = isIP(address)
  if (family === 0 || Number(bits) > (family === 4 ? 32 : 128)) return undefined
  const subnet = new BlockList()
  subnet.addSubnet(address, Number(bits), family === 4 ? 'ipv4' : 'ipv6')
  return ({ host }) => isIn(subnet, host)
}

/**
 * An address, or a domain with its subdomains; with a leading dot or `*.`, only the subdomains. Each with a port, or
 * for all ports.
 */
function hostMatcher(entry: string): Matcher | undefined {
  const { host, port } = splitPort(entry)
  if (host === '') return undefined
  const here = (target: Target): boolean => port === '' || port === target.port
  if (isIP(host) !== 0) {
    const one = new BlockList()
    one.addAddress(host, isIP(host) === 4 ? 'ipv4' : 'ipv6')
    return (target) => isIn(one, target.host) && here(target)
  }
  const bare = host.replace(/^\*(?=\.)/, '')
  const suffix = asciiOf(bare.startsWith('.') ? bare : `.${bare}`)
  const itself = bare.startsWith('.') ? undefined : suffix.slice(1)
  return (target) => isIP(target.host) === 0 && (target.host.endsWith(suffix) || target.host === itself) && here(target)
}

/** As net.SplitHostPort when there is a port; otherwise the whole text is the host. */
function splitPort(entry: string): Target {
  const [, bracketed, plain = '', port = ''] = /^(?:\[([^[\]]*)\]|([^:[\]]*)):([^:[\]]*)$/.exec(entry) ?? []
  return bracketed === undefined && plain === '' && port === '' && !/^[^:]*:[^:]*$/.test(entry)
    ? { host: entry, port: '' }
    : { host: bracketed ?? plain, port }
}

/** A leading dot is kept. */
const asciiOf = (suffix: string): string => (/[^\0-\x7f]/.test(suffix) ? `.${domainToASCII(suffix.slice(1))}` : suffix)

function isIn(list: BlockList, host: string): boolean {
  const family = isIP(host)
  return family !== 0 && list.check(host, family === 4 ? 'ipv4' : 'ipv6')
}
