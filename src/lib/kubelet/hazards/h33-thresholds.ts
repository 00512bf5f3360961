import { formatQuantity } from '../../quantity/quantity.ts'
import { problemOfNeed } from '../startup/host-need.ts'
import { thresholdFor } from '../startup/threshold.ts'
import type { Hazard } from './hazard.ts'

const soft = 'evictionSoft'
const gibibyte = 1024n ** 3n * 1_000_000_000n

/** Signals with what a node must have, and what nearly every node has; the hard ones are reserved (S14). */
const amounts = [
  { signal: 'memory.available', resource: 'memory', usual: 2n * gibibyte },
  { signal: 'nodefs.available', resource: 'ephemeral-storage', usual: 10n * gibibyte },
] as const

/** Thresholds that a node can never keep. */
export const thresholdHazards: readonly Hazard[] = [
  {
    id: 'H33',
    fields: [soft],
    meaning: 'The node must have more memory and ephemeral storage than evictionSoft wants to be available.',
    harm: 'The node is under pressure for ever: it evicts its pods, one after the other, and takes no new ones.',
    remedy: "compare with the node's status.capacity",
    source: 'pkg/kubelet/eviction/helpers.go, thresholdsMet',
    hostOnly: true,
    check: (config) =>
      amounts.flatMap(({ signal, resource, usual }) => {
        const threshold = thresholdFor(config, soft, signal)
        if (threshold.kind !== 'amount' || threshold.amount.nanos <= usual) return []
        const need = `the node must have more than ${formatQuantity(threshold.amount)} of ${resource}, or it is always under pressure`
        return [
          problemOfNeed(config, { field: soft, key: signal, need, remedy: "compare with the node's status.capacity" }),
        ]
      }),
  },
]
