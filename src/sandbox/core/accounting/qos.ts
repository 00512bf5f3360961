import { cpuOf } from '../../../lib/quantity/cpu.ts'
import { memoryOf } from '../../../lib/quantity/memory.ts'
import type { PodSpec } from '../model/object.ts'

export type QosClass = 'Guaranteed' | 'Burstable' | 'BestEffort'

interface Asked {
  readonly requests?: Readonly<Record<string, string>>
  readonly limits?: Readonly<Record<string, string>>
}

const counted = { cpu: cpuOf, memory: memoryOf }
const names = Object.keys(counted) as (keyof typeof counted)[]

/** Only cpu and memory count; zero counts as absent (pkg/apis/core/v1/helper/qos). */
export function qosOf(spec: PodSpec): QosClass {
  const all: Asked[] = spec.resources
    ? [spec.resources]
    : [...spec.containers, ...(spec.initContainers ?? [])].map(({ resources = {} }) => resources)
  const isSet = (amounts: Asked['requests'], name: keyof typeof counted) => counted[name](amounts?.[name]) > 0n
  if (!all.some(({ requests, limits }) => names.some((name) => isSet(requests, name) || isSet(limits, name))))
    return 'BestEffort'
  const guaranteed = all.every(({ requests, limits }) =>
    names.every((name) => isSet(limits, name) && counted[name](requests?.[name]) === counted[name](limits?.[name])),
  )
  return guaranteed ? 'Guaranteed' : 'Burstable'
}
