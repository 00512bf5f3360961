import { asText } from '../defaults/values.ts'
import { isIpAddress } from '../grammar/ip.ts'
import { placeholderRemedy } from '../grammar/placeholder.ts'
import { itemPath } from '../model/path.ts'
import { quote } from '../model/quote.ts'
import { type Rule, unless } from '../rules/rule.ts'

const field = 'clusterDNS'

/** DNS servers of pods. */
export const clusterDnsRules: readonly Rule[] = [
  {
    id: 'S24',
    fields: [field],
    meaning: 'Each entry of clusterDNS must be an IP address: the kubelet logs and ignores any other.',
    source: 'pkg/kubelet/kubelet.go, NewMainKubelet',
    fatal: false,
    check: (config) =>
      config.list(field).flatMap((at, index) => {
        const text = asText(at)
        return unless(isIpAddress(text), () => ({
          ...{ path: itemPath(field, index), at },
          message: `${quote(text)} must be an IP address: the kubelet ignores it`,
          ...remedyFor(text),
        }))
      }),
  },
]

function remedyFor(text: string): { readonly remedy?: string } {
  const remedy = placeholderRemedy(text) ?? (isSeveral(text) ? 'write one item per address' : undefined)
  return remedy === undefined ? {} : { remedy }
}

/** As in the flag --cluster-dns, or from an item that is not aligned with the one before. */
const isSeveral = (text: string): boolean => text.split(/[\s,]+(?:-\s+)?/).every(isIpAddress)
