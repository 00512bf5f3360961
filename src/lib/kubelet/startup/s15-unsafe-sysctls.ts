import { asText } from '../defaults/values.ts'
import { isNamespaced, isSysctlPattern } from '../grammar/sysctl.ts'
import { itemPath } from '../model/path.ts'
import { quote } from '../model/quote.ts'
import type { Release } from '../model/releases.ts'
import type { Rule } from '../rules/rule.ts'

const field = 'allowedUnsafeSysctls'

/** Sysctls that are not safe for every pod. */
export const unsafeSysctlRules: readonly Rule[] = [
  {
    id: 'S15',
    fields: [field],
    meaning: 'allowedUnsafeSysctls must be namespaced sysctls, by name or by a pattern such as net.*.',
    source: 'pkg/kubelet/sysctl/allowlist.go, NewAllowlist',
    check: (config) =>
      config.list(field).flatMap((item, index) => {
        const flaw = flawOf(asText(item), config.release)
        const path = itemPath(field, index)
        return flaw === undefined
          ? []
          : [{ path, at: item, message: `${quote(asText(item))} ${flaw}`, remedy: 'remove it' }]
      }),
  },
]

function flawOf(text: string, release: Release): string | undefined {
  if (!isSysctlPattern(text)) return 'is not a sysctl or a prefix that ends with *'
  const [prefix = ''] = text.split('*')
  return isNamespaced(prefix, release) ? undefined : 'is not namespaced: it belongs to the whole node'
}
