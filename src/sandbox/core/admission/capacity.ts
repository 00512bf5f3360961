import { maxInt64 } from '../../../lib/quantity/quantity.ts'
import { type Amounts, amountsOf, resources } from '../accounting/amounts.ts'
import { requestsInSpec } from '../accounting/requests.ts'
import type { Node, Pod } from '../model/object.ts'
import { denied } from '../model/refusal.ts'
import type { Write } from '../model/strategy.ts'

/** First release whose API server refuses a resize beyond allocatable of the node (plugin/pkg/admission/podresize). */
const firstMinor = 36

/** Throws Refusal for a resize that would not fit on the node even if it were empty. */
export function checkCapacity({ spec }: Pod, { api, subject }: Write): void {
  if (!spec.nodeName || api.release.minor < firstMinor) return
  const node = api.store.get({ resource: 'nodes', namespace: '', name: spec.nodeName }) as Node | undefined
  if (node === undefined) throw denied(subject, `node "${spec.nodeName}" not found`)
  const system = node.status?.nodeInfo?.operatingSystem
  if (system !== undefined && system !== 'linux')
    throw denied(subject, `pod resize is only supported on linux nodes, node "${spec.nodeName}" is "${system}"`)
  const asked = requestsInSpec({ spec }, api.release)
  const allocatable = amountsOf(node.status?.allocatable)
  const short = resources.filter((resource) => asked[resource] > allocatable[resource])
  if (short.length === 0) return
  const texts = short.map(
    (resource) => `${resource}, requested: ${shown(asked, resource)}, allocatable: ${allocatable[resource]}`,
  )
  throw denied(subject, `node didn't have enough allocatable resources: ${texts.join('; ')}`, [
    { reason: 'NodeCapacity' },
  ])
}

/** The API server counts in int64 and prints larger amounts as zero. */
const shown = (amounts: Amounts, resource: keyof Amounts): bigint =>
  amounts[resource] > maxInt64 ? 0n : amounts[resource]
