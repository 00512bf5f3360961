import { asText } from '../defaults/values.ts'
import { itemPath } from '../model/path.ts'
import { quote } from '../model/quote.ts'
import type { Hazard } from './hazard.ts'

const field = 'allowedUnsafeSysctls'

/** The other groups of namespaced sysctls are small, and do not grow: kernel.shm*, kernel.msg* and fs.mqueue.*. */
const ofNetwork = /^net\..*\*$/

/** What pods may set of the kernel. */
export const sysctlHazards: readonly Hazard[] = [
  {
    id: 'H32',
    severity: 'warning',
    fields: [field],
    meaning: 'allowedUnsafeSysctls should name each sysctl of the network, and not all by net.* or net.ipv4.*.',
    harm: 'Pods may set hundreds of sysctls that nobody looked at, and those that each new kernel adds.',
    remedy: 'name those that pods need, such as net.core.somaxconn',
    source: 'pkg/kubelet/sysctl/allowlist.go, NewAllowlist',
    check: (config) =>
      config.list(field).flatMap((item, index) => {
        const text = asText(item)
        if (!ofNetwork.test(text)) return []
        const message = `${quote(text)} allows each sysctl of the network that begins with ${text.slice(0, -1)}`
        return [{ path: itemPath(field, index), at: item, message }]
      }),
  },
]
