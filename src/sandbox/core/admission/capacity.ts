import { maxInt64 } from '../../../lib/quantity/quantity.ts'
import { type Amounts, amountsOf, resources } from '../accounting/amounts.ts'
import { requestsInSpec } from '../accounting/requests.ts'
import type { Node, Pod } from '../model/object.ts'
import { denied } from '../model/refusal.ts'
import type { Wish } from '../model/strategy.ts'

/** First release that refuses a resize beyond its node (plugin/pkg/admission/podresize). */
const leastMinor = 36

/** A pod may not ask for more than its node could give if it were empty. */
export function checkCapacity({ spec }: Pod, { api, subject }: Wish): void {
  if (!spec.nodeName || api.release.minor < leastMinor) return
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

/** The server counts in int64, and what is larger reads as zero. */
const shown = (amounts: Amounts, resource: keyof Amounts): bigint =>
  amounts[resource] > maxInt64 ? 0n : amounts[resource]
