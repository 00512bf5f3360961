import type { Effective } from '../defaults/effective.ts'
import { asText } from '../defaults/values.ts'
import { parseBool } from '../grammar/bool.ts'
import { driverOfRuntime, type FieldDisruption, otherStrictCpus, plainRestart } from './field-disruption.ts'
import { keepsSameCpus } from './reserved-cpus.ts'

/** The disruption of a change that depends on other fields; undefined when it depends on the field alone. */
export function disruptionInCircumstances(
  path: string,
  before: Effective,
  after: Effective,
): FieldDisruption | undefined {
  if (path === strictOption) return changesStrictness(before, after) ? otherStrictCpus : undefined
  if (reservations.has(path)) return changesStrictCpus(before, after) ? otherStrictCpus : undefined
  if (path === idsPerPod) return keepsIdRanges(before, after) ? plainRestart : undefined
  if (path === driver) return after.enabled('KubeletCgroupDriverFromCRI') ? driverOfRuntime : undefined
  return undefined
}

const option = 'strict-cpu-reservation'
const strictOption = `cpuManagerPolicyOptions[${option}]`
const reservations: ReadonlySet<string> = new Set(['reservedSystemCPUs', 'kubeReserved[cpu]', 'systemReserved[cpu]'])
const driver = 'cgroupDriver'
const idsPerPod = 'userNamespaces.idsPerPod'

const isStatic = (config: Effective): boolean => config.text('cpuManagerPolicy') === 'static'
const isStrict = (config: Effective): boolean =>
  isStatic(config) && parseBool(asText(config.map('cpuManagerPolicyOptions').get(option))) === true

/** A change of the policy itself removes the state in any case. */
const changesStrictness = (before: Effective, after: Effective): boolean =>
  isStatic(before) && isStatic(after) && isStrict(before) !== isStrict(after)

const changesStrictCpus = (before: Effective, after: Effective): boolean =>
  isStrict(before) && isStrict(after) && !keepsSameCpus(before, after)

/** The same number, or no user namespaces before or after (pkg/kubelet/userns/userns_manager.go, MakeUserNsManager). */
const keepsIdRanges = (before: Effective, after: Effective): boolean =>
  idsOf(before) === idsOf(after) || ![before, after].every((config) => config.enabled('UserNamespacesSupport'))

const idsOf = (config: Effective): bigint => (config.has(idsPerPod) ? config.int(idsPerPod) : 65_536n)
