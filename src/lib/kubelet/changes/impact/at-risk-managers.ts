import { parseQuantity } from '../../../quantity/quantity.ts'
import type { Effective } from '../../defaults/effective.ts'
import { keepsSameCpus, reservedCpus } from '../reserved-cpus.ts'
import type { PodEvidence } from './evidence.ts'
import { offerAfter } from './offer.ts'
import { type AtRisk, CpusNotReleased, type RiskReason, type UnknownEvidence, type Weighed } from './risk.ts'

const risk = (why: RiskReason, pods: readonly PodEvidence[]): readonly AtRisk[] =>
  pods.length === 0 ? [] : [{ why, pods }]

const isStatic = (config: Effective): boolean => config.text('cpuManagerPolicy') === 'static'

/**
 * With the state of before, a container keeps its CPUs, unless the kubelet does not start with what is reserved. Without it,
 * it is given others, if there are enough (pkg/kubelet/cm/cpumanager/policy_static.go, validateState and Allocate).
 */
export function exclusiveCpusAtRisk(weighed: Weighed): readonly AtRisk[] {
  const { before, after, evidence, stateFiles } = weighed
  const pods = withExclusiveCpus(evidence)
  if (!isStatic(after) || pods.length === 0) return []
  if (!stateFiles.includes(cpuState))
    return keepsSameCpus(before, after) && sameOptions(before, after) ? [] : risk('ExclusiveCpus', pods)
  return areEnough(weighed, pods) ? [] : risk('ExclusiveCpus', pods)
}

/**
 * With strict-cpu-reservation, containers may have all CPUs: then the kubelet refuses its own state at the next start,
 * whatever has changed (validateState: default cpuset cannot be empty). The state keeps the CPUs of a pod for up to
 * cpuManagerReconcilePeriod after the pod is gone.
 */
export function startAtRisk({ after, evidence, stateFiles }: Weighed): readonly (AtRisk | UnknownEvidence)[] {
  if (!isStatic(after) || evidence.machine.sharesNoCpu !== true || stateFiles.includes(cpuState)) return []
  const stay = withExclusiveCpus(evidence).filter(({ isDeleted }) => !isDeleted)
  return stay.length === 0 ? [CpusNotReleased()] : risk('NoSharedCpu', stay)
}

const withExclusiveCpus = ({ pods }: Weighed['evidence']): readonly PodEvidence[] =>
  pods.filter(({ exclusiveCpus }) => exclusiveCpus > 0n)

const cpuState = 'cpu_manager_state'

const optionsOf = (config: Effective): string =>
  JSON.stringify(
    [...config.map('cpuManagerPolicyOptions')].map(([name, value]) => [name, 'value' in value ? `${value.value}` : '']),
  )

const sameOptions = (before: Effective, after: Effective): boolean => optionsOf(before) === optionsOf(after)

/** The other options refuse pods for more than the number of CPUs. One CPU is left for the others. */
function areEnough({ after, evidence }: Weighed, pods: readonly PodEvidence[]): boolean {
  const cpus = parseQuantity(evidence.capacity['cpu'] ?? '')?.nanos
  const held = reservedCpus(after).nanos
  const onlyStrict = [...after.map('cpuManagerPolicyOptions').keys()].every((name) => name === 'strict-cpu-reservation')
  if (cpus === undefined || held === undefined || !onlyStrict || !isOnOneNode({ after, evidence })) return false
  const wanted = pods.reduce((sum, { exclusiveCpus }) => sum + exclusiveCpus, 0n)
  return wanted < cpus / billion - (held + billion - 1n) / billion
}

const billion = 1_000_000_000n

/** The topology manager refuses nothing, or nothing for where it is. */
const isOnOneNode = ({ after, evidence }: Pick<Weighed, 'after' | 'evidence'>): boolean =>
  !['restricted', 'single-numa-node'].includes(after.text('topologyManagerPolicy')) || evidence.machine.numaNodes === 1

const isMemoryStatic = (config: Effective): boolean => config.text('memoryManagerPolicy') === 'Static'

/** The static memory manager gives memory to Guaranteed pods only (pkg/kubelet/cm/memorymanager/policy_static.go). */
export function guaranteedMemoryAtRisk({ before, after, evidence }: Weighed): readonly AtRisk[] {
  const pods = evidence.pods.filter(({ isGuaranteed }) => isGuaranteed)
  if (!isMemoryStatic(after) || pods.length === 0) return []
  const { offer } = offerAfter(before, after, evidence)
  const now = parseQuantity(evidence.allocatable['memory'] ?? '')?.nanos
  const room = offer.memory ?? (now === undefined ? undefined : now / billion)
  const wanted = pods.reduce((sum, { counted }) => sum + counted.memory, 0n)
  const fits = evidence.machine.numaNodes === 1 && room !== undefined && wanted <= room
  return fits ? [] : risk('GuaranteedMemory', pods)
}

/** Only what a manager gives has a place: CPUs and memory of Guaranteed pods, and devices. */
export function topologyAtRisk({ after, evidence }: Weighed): readonly AtRisk[] {
  if (isOnOneNode({ after, evidence })) return []
  const pods = evidence.pods.filter(
    (pod) =>
      pod.usesDevices || (pod.exclusiveCpus > 0n && isStatic(after)) || (pod.isGuaranteed && isMemoryStatic(after)),
  )
  return risk('TopologyAffinity', pods)
}
