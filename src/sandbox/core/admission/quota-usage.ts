import { cpuOf, formatCpu } from '../../../lib/quantity/cpu.ts'
import { formatMemory, memoryOf } from '../../../lib/quantity/memory.ts'
import type { Amounts } from '../accounting/amounts.ts'
import { limitsForQuota } from '../accounting/limits.ts'
import { qosOf } from '../accounting/qos.ts'
import { requestsForQuota } from '../accounting/requests.ts'
import type { Api, Release } from '../model/api.ts'
import type { Pod, ResourceQuota } from '../model/object.ts'
import { expressionOf } from '../select/labels.ts'

/** How one key of a quota is counted: in millicores, bytes or objects. */
export interface Measure {
  of(pod: Pod, release: Release): bigint
  read(text: string): bigint
  format(amount: bigint): string
  /** The field that each container must set; undefined if there is none. */
  readonly part?: { readonly list: 'requests' | 'limits'; readonly resource: string }
}

const cpu = { read: cpuOf, format: formatCpu }
const memory = { read: memoryOf, format: formatMemory }
const objects = { read: (text: string) => BigInt(text), format: (amount: bigint) => String(amount) }

const hasEnded = ({ status }: Pod): boolean => status?.phase === 'Succeeded' || status?.phase === 'Failed'

/** Charges a pod only until it has ended (pkg/quota/v1/evaluator/core/pods.go, PodUsageFunc). */
const untilEnded =
  (of: Measure['of']): Measure['of'] =>
  (pod, release) =>
    hasEnded(pod) ? 0n : of(pod, release)

const known = new WeakMap<Pod, Amounts>()

/** Cached for each version of a pod, because quotas are summed up often. */
function requestsOf(pod: Pod, release: Release): Amounts {
  const found = known.get(pod) ?? requestsForQuota(pod, release)
  known.set(pod, found)
  return found
}

const requestedCpu: Measure = {
  ...cpu,
  of: untilEnded((pod, release) => requestsOf(pod, release).cpu),
  part: { list: 'requests', resource: 'cpu' },
}
const requestedMemory: Measure = {
  ...memory,
  of: untilEnded((pod, release) => requestsOf(pod, release).memory),
  part: { list: 'requests', resource: 'memory' },
}

/** Supported keys of quotas. */
export const measures: Readonly<Record<string, Measure>> = {
  'count/pods': { ...objects, of: () => 1n },
  cpu: requestedCpu,
  'limits.cpu': {
    ...cpu,
    of: untilEnded((pod, release) => limitsForQuota(pod, release).cpu),
    part: { list: 'limits', resource: 'cpu' },
  },
  'limits.memory': {
    ...memory,
    of: untilEnded((pod, release) => limitsForQuota(pod, release).memory),
    part: { list: 'limits', resource: 'memory' },
  },
  memory: requestedMemory,
  pods: { ...objects, of: untilEnded(() => 1n) },
  'requests.cpu': requestedCpu,
  'requests.memory': requestedMemory,
}

/** The pods that a quota counts. */
export const countedPods = ({ store }: Api, quota: ResourceQuota): readonly Pod[] =>
  (store.list('pods', quota.metadata.namespace) as readonly Pod[]).filter((pod) => isCounted(pod, quota))

/** Whether a pod matches all scopes. Pods that have ended match as well: each measure decides what they are charged. */
export function isCounted(pod: Pod, { spec = {} }: ResourceQuota): boolean {
  const scoped = (spec.scopes ?? []).map((scopeName) => ({ scopeName, operator: 'Exists' }))
  return [...scoped, ...(spec.scopeSelector?.matchExpressions ?? [])].every((scope) => isInScope(pod, scope))
}

type Scope = { readonly scopeName: string; readonly operator: string; readonly values?: readonly string[] }

/** Supported scopes besides PriorityClass. */
export const scopes: Readonly<Record<string, (pod: Pod) => boolean>> = {
  BestEffort: ({ spec }) => qosOf(spec) === 'BestEffort',
  NotBestEffort: ({ spec }) => qosOf(spec) !== 'BestEffort',
  NotTerminating: ({ spec }) => spec.activeDeadlineSeconds === undefined,
  Terminating: ({ spec }) => spec.activeDeadlineSeconds !== undefined,
}

function isInScope(pod: Pod, { scopeName, operator, values = [] }: Scope): boolean {
  if (scopeName !== 'PriorityClass') return scopes[scopeName]?.(pod) ?? false
  const { priorityClassName } = pod.spec
  const labels = priorityClassName === undefined ? {} : { [scopeName]: priorityClassName }
  return expressionOf({ key: scopeName, operator, values })(labels)
}
