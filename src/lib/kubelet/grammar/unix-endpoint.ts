import { readUrl } from './url.ts'

/** How a kubelet interprets the address of a container runtime. */
export type UnixEndpoint =
  /** The path that it dials; it ignores the host. */
  | { readonly kind: 'socket'; readonly host: string; readonly path: string; readonly hasScheme: boolean }
  /** Not a unix socket: the kubelet refuses it. */
  | { readonly kind: 'other' }
  /** As the end of a sentence. */
  | { readonly kind: 'flawed'; readonly flaw: string }

/** k8s.io/cri-client/pkg/util/util_unix.go, parseEndpointWithFallbackProtocol: without a scheme, it tries unix://. */
export function readUnixEndpoint(text: string): UnixEndpoint {
  const hasScheme = 'scheme' in readUrl(text)
  const url = hasScheme ? text : `unix://${text}`
  const read = readUrl(url)
  if ('flaw' in read) return { kind: 'flawed', flaw: read.flaw }
  if (read.scheme !== 'unix') return { kind: 'other' }
  const [, authority = '', rest = ''] = /^[^:]*:(?:\/\/([^/?#]*))?([^?#]*)/.exec(url)!
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  return { kind: 'socket', host, path: rest.startsWith('/') ? rest : '', hasScheme }
}
