import { expect, test } from '@jest/globals'
import { proxyFromEnvironment } from '../../../../src/lib/cluster/http/proxy-environment.ts'

const proxy = 'http://proxy:3128'
const at = (server: string, environment: Record<string, string>) => proxyFromEnvironment(new URL(server), environment)

/** Each as golang.org/x/net/http/httpproxy answers it (Go 1.26). */
test.each([
  ['an address in a CIDR', 'https://10.99.0.1:16443', '10.99.0.0/24', undefined],
  ['an address in a wide CIDR', 'https://10.99.0.1:16443', 'x, 10.0.0.0/8', undefined],
  ['an address outside of a CIDR', 'https://10.99.1.1:16443', '10.99.0.0/24', proxy],
  ['an address in a CIDR whose address is not its first', 'https://10.99.0.1', '10.99.0.1/24', undefined],
  ['a CIDR with too many bits', 'https://10.99.0.1', '10.99.0.0/33', proxy],
  ['an IPv6 address in a CIDR', 'https://[fd00::1]:6443', 'fd00::/8', undefined],
  ['an IPv4 address in IPv6', 'https://[::ffff:10.99.0.1]:6443', '10.99.0.0/24', undefined],
  ['the address', 'https://10.99.0.1:16443', '10.99.0.1', undefined],
  ['the address with its port', 'https://10.99.0.1:16443', '10.99.0.1:16443', undefined],
  ['the address with another port', 'https://10.99.0.1:16443', '10.99.0.1:443', proxy],
  ['the port of https', 'https://10.99.0.1', '10.99.0.1:443', undefined],
  ['an IPv6 address in brackets with its port', 'https://[fd00::1]:6443', '[fd00::1]:6443', undefined],
  ['a domain', 'https://example.com', 'example.com', undefined],
  ['a name below a domain', 'https://api.example.com', 'example.com', undefined],
  ['a name that only ends so', 'https://anexample.com', 'example.com', proxy],
  ['the domain itself, where only names below are meant', 'https://example.com', '.example.com', proxy],
  ['a name below, where only names below are meant', 'https://api.example.com', '.example.com', undefined],
  ['a name below a star', 'https://api.example.com', '*.example.com', undefined],
  ['the domain of a star', 'https://example.com', '*.example.com', proxy],
  ['a domain with another port', 'https://example.com:6443', 'example.com:443', proxy],
  ['capitals', 'https://example.com', 'EXAMPLE.COM', undefined],
  ['a domain outside of ASCII', 'https://bücher.example', 'bücher.example', undefined],
  ['everything', 'https://10.99.0.1', 'x,*,y', undefined],
  ['nothing', 'https://10.99.0.1', ' , ,', proxy],
])('NO_PROXY with %s: %s and %s', (_, server, exceptions, expected) => {
  expect(at(server, { HTTPS_PROXY: proxy, NO_PROXY: exceptions })).toBe(expected)
})

test.each([
  ['a URL', 'http://p:3128', 'http://p:3128'],
  ['an address without a scheme', '127.0.0.1:1', 'http://127.0.0.1:1'],
  ['a name without a scheme', 'p', 'http://p'],
  ['a login without a scheme', 'u:w@p:1', 'http://u:w@p:1'],
  ['SOCKS', 'socks5://s:1080', 'socks5://s:1080'],
  ['nothing', '', undefined],
  // Go fails with these too, when it connects or looks up a host named http.
  ['a URL with a port that is too high', 'http://127.0.0.1:99999', 'http://127.0.0.1:99999'],
  ['a URL with a port that is no number', 'http://127.0.0.1:abc', 'http://127.0.0.1:abc'],
  ['a URL without a host', 'http://', 'http://'],
])('HTTPS_PROXY may be %s', (_, value, expected) => {
  expect(at('https://10.0.0.1', { HTTPS_PROXY: value })).toBe(expected)
  expect(at('https://10.0.0.1', { https_proxy: value })).toBe(expected)
  expect(at('http://10.0.0.1', { HTTPS_PROXY: value })).toBeUndefined()
  expect(at('http://10.0.0.1', { HTTP_PROXY: value })).toBe(expected)
})

test('capitals win', () => {
  expect(at('https://10.0.0.1', { HTTPS_PROXY: 'http://a', https_proxy: 'http://b' })).toBe('http://a')
})

test.each(['https://localhost:6443', 'https://127.0.0.1', 'https://127.9.9.9', 'https://[::1]:6443'])(
  'there is no proxy to %s',
  (server) => {
    expect(at(server, { HTTPS_PROXY: proxy })).toBeUndefined()
  },
)
