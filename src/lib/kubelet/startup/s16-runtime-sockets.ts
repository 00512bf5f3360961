import type { Effective } from '../defaults/effective.ts'
import { readUnixEndpoint } from '../grammar/unix-endpoint.ts'
import { quote } from '../model/quote.ts'
import type { Problem, Rule } from '../rules/rule.ts'
import { placeOf } from './place.ts'

const fields = ['containerRuntimeEndpoint', 'imageServiceEndpoint'] as const
const usual = 'unix:///run/containerd/containerd.sock'

/** Sockets of the container runtime. On Linux. */
export const runtimeSocketRules: readonly Rule[] = [
  {
    id: 'S16',
    fields,
    meaning: `containerRuntimeEndpoint and imageServiceEndpoint must be unix sockets, such as ${usual}.`,
    source:
      'pkg/kubelet/kubelet.go, PreInitRuntimeService; k8s.io/cri-client/pkg/util/util_unix.go, GetAddressAndDialer',
    check: (config) => fields.flatMap((field) => problemsOf(config, field)),
  },
]

function problemsOf(config: Effective, field: string): readonly Problem[] {
  const text = config.text(field)
  const flaw = text === '' ? undefined : flawOf(text)
  if (flaw === undefined) return []
  return [{ ...placeOf(config, field), ...flaw, subject: field, message: `${quote(text)} ${flaw.message}` }]
}

function flawOf(text: string): { readonly message: string; readonly remedy?: string } | undefined {
  const endpoint = readUnixEndpoint(text)
  if (endpoint.kind === 'other') return { message: 'must be a unix socket', remedy: `use an address such as ${usual}` }
  if (endpoint.kind === 'flawed') return { message: endpoint.flaw }
  const { host, path, hasScheme } = endpoint
  if (path === '')
    return { message: 'must have the absolute path of a socket', remedy: `use an address such as ${usual}` }
  if (host === '') return undefined
  return {
    message: `must ${hasScheme ? 'have three slashes' : 'be an absolute path'}: the kubelet reads ${quote(host)} as a host and ignores it`,
    remedy: `did you mean ${quote(`unix:///${host}${path}`)}?`,
  }
}
