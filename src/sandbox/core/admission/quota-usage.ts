import { cpuOf, formatCpu } from '../../../lib/quantity/cpu.ts'
import { formatMemory, memoryOf } from '../../../lib/quantity/memory.ts'
import type { Amounts } from '../accounting/amounts.ts'
import { qosOf } from '../accounting/qos.ts'
import { requestsForQuota } from '../accounting/requests.ts'
import type { Api, Release } from '../model/api.ts'
import type { Pod, ResourceQuota } from '../model/object.ts'
import { expressionOf } from '../select/labels.ts'

/** How one key of a quota is counted. Millicores, bytes or pieces. */
export interface Measure {
  of(pod: Pod, release: Release): bigint
  read(text: string): bigint
  format(amount: bigint): string
  /** Where a container must say how much it wants; undefined where none must. */
  readonly part?: { readonly list: 'requests' | 'limits'; readonly resource: string }
}

const cpu = { read: cpuOf, format: formatCpu }
const memory = { read: memoryOf, format: formatMemory }
const pieces = { read: (text: string) => BigInt(text), format: (amount: bigint) => String(amount), of: () => 1n }

const limitsOf = ({ spec }: Pod, resource: string): readonly (string | undefined)[] =>
  spec.containers.map(({ resources }) => resources?.limits?.[resource])

const known = new WeakMap<Pod, Amounts>()

/** Counted once for each state of a pod, for a quota sums them all up again and again. */
function requestsOf(pod: Pod, release: Release): Amounts {
  const found = known.get(pod) ?? requestsForQuota(pod, release)
  known.set(pod, found)
  return found
}

const requestedCpu: Measure = {
  ...cpu,
  of: (pod, release) => requestsOf(pod, release).cpu,
  part: { list: 'requests', resource: 'cpu' },
}
const requestedMemory: Measure = {
  ...memory,
  of: (pod, release) => requestsOf(pod, release).memory,
  part: { list: 'requests', resource: 'memory' },
}

/** Keys of a quota that the sandbox counts. */
export const measures: Readonly<Record<string, Measure>> = {
  'count/pods': pieces,
  cpu: requestedCpu,
  'limits.cpu': {
    ...cpu,
    of: (pod) => limitsOf(pod, 'cpu').reduce((sum, text) => sum + cpuOf(text), 0n),
    part: { list: 'limits', resource: 'cpu' },
  },
  'limits.memory': {
    ...memory,
    of: (pod) => limitsOf(pod, 'memory').reduce((sum, text) => sum + memoryOf(text), 0n),
    part: { list: 'limits', resource: 'memory' },
  },
  memory: requestedMemory,
  pods: pieces,
  'requests.cpu': requestedCpu,
  'requests.memory': requestedMemory,
}

/** The pods that a quota counts. */
export const countedPods = ({ store }: Api, quota: ResourceQuota): readonly Pod[] =>
  (store.list('pods', quota.metadata.namespace) as readonly Pod[]).filter((pod) => isCounted(pod, quota))

/** Finished pods are not counted, nor those out of the scopes. */
export function isCounted(pod: Pod, { spec = {} }: ResourceQuota): boolean {
  if (pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed') return false
  const scoped = (spec.scopes ?? []).map((scopeName) => ({ scopeName, operator: 'Exists' }))
  return [...scoped, ...(spec.scopeSelector?.matchExpressions ?? [])].every((scope) => isInScope(pod, scope))
}

type Scope = { readonly scopeName: string; readonly operator: string; readonly values?: readonly string[] }

/** The scopes there are; the sandbox refuses quotas with any other. */
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
