import type { Effective } from '../defaults/effective.ts'
import { asText } from '../defaults/values.ts'
import { parseBool } from '../grammar/bool.ts'
import { keyPath } from '../model/path.ts'
import { quote } from '../model/quote.ts'
import { oneOf } from '../rules/one-of.ts'
import { type Problem, type Rule, unless } from '../rules/rule.ts'
import { withoutGate } from '../rules/without-gate.ts'
import { placeOf } from './place.ts'
import { optionProblems, type PolicyOptions } from './policy-option.ts'
import { reserved } from './reservation.ts'

const [policy, options, gate] = ['cpuManagerPolicy', 'cpuManagerPolicyOptions', 'CPUManagerPolicyOptions'] as const

const alignBySocket = 'align-by-socket'
const acrossCores = 'distribute-cpus-across-cores'
const acrossNuma = 'distribute-cpus-across-numa'
const fullCores = 'full-pcpus-only'
const byUncoreCache = 'prefer-align-cpus-by-uncorecache'

const known: PolicyOptions = {
  field: options,
  gates: 'CPUManagerPolicy',
  histories: {
    [fullCores]: { beta: '1.28', stable: '1.33' },
    [acrossNuma]: { alpha: '1.28', beta: '1.33' },
    [alignBySocket]: { alpha: '1.28' },
    [acrossCores]: { alpha: '1.31' },
    'strict-cpu-reservation': { alpha: '1.32', beta: '1.33', stable: '1.35' },
    [byUncoreCache]: { alpha: '1.32', beta: '1.34', stable: '1.36' },
  },
  flawOf: (_name, text) => (parseBool(text) === undefined ? `${quote(text)} must be true or false` : undefined),
}

/** Pairs of which only one may be true. */
const rivals = [
  [fullCores, acrossCores],
  [acrossNuma, acrossCores],
  [byUncoreCache, acrossCores],
  [byUncoreCache, acrossNuma],
] as const

/** The manager of exclusive CPUs. */
export const cpuManagerRules: readonly Rule[] = [
  {
    id: 'S06',
    gates: [gate, 'CPUManagerPolicyAlphaOptions', 'CPUManagerPolicyBetaOptions'],
    fields: [
      policy,
      options,
      'systemReserved',
      'kubeReserved',
      'reservedSystemCPUs',
      'topologyManagerPolicy',
      'featureGates',
    ],
    reads: [policy, options],
    meaning:
      'cpuManagerPolicy must be none or static; static requires reserved CPUs, and options that are known, ' +
      'enabled and compatible.',
    source: 'pkg/kubelet/cm/cpumanager/cpu_manager.go, NewManager; policy_options.go, NewStaticPolicyOptions',
    check: (config) => [
      ...oneOf(policy, config.text(policy), ['none', 'static']),
      ...(lacksGate(config) ? [{ ...placeOf(config, options), ...withoutGate({ field: options, gate }) }] : []),
      ...(config.text(policy) === 'none' && !lacksGate(config) ? optionsOfNone(config) : []),
      ...(config.text(policy) === 'static' ? problemsOfStatic(config) : []),
    ],
  },
]

/** The kubelet checks the gate up to 1.32. */
const lacksGate = (config: Effective): boolean =>
  !config.isAtLeast('1.33') && !config.enabled(gate) && config.has(options)

function optionsOfNone(config: Effective): readonly Problem[] {
  return unless(config.map(options).size === 0, () => ({
    ...placeOf(config, options),
    reason: 'FieldValueForbidden',
    subject: options,
    message: `must be empty with ${policy} none`,
    remedy: `set ${policy}: static, or omit the options`,
  }))
}

function problemsOfStatic(config: Effective): readonly Problem[] {
  const withoutCpus = unless(hasReservedCpus(config), () => ({
    reason: 'FieldValueRequired',
    subject: policy,
    message: 'static requires reserved CPUs',
    remedy: 'set kubeReserved[cpu], systemReserved[cpu] or reservedSystemCPUs, here or by its flag',
  }))
  if (lacksGate(config)) return withoutCpus
  const flawed = optionProblems(config, known)
  return [...withoutCpus, ...flawed, ...(flawed.length === 0 ? togetherProblems(config) : [])]
}

function hasReservedCpus(config: Effective): boolean {
  if (config.text('reservedSystemCPUs') !== '') return true
  const cpus = reserved(config, 'cpu')
  return cpus === undefined || cpus > 0n
}

function togetherProblems(config: Effective): readonly Problem[] {
  const entries = config.map(options)
  const isOn = (option: string): boolean => parseBool(asText(entries.get(option))) === true
  const at = (option: string) => ({ path: keyPath(options, option), at: entries.get(option)! })
  const clashes = rivals
    .filter(([one, other]) => isOn(one) && isOn(other))
    .map(
      ([one, other]): Problem => ({
        ...at(other),
        reason: 'FieldValueForbidden',
        message: `${other} and ${one} must not both be true`,
      }),
    )
  return isOn(alignBySocket) ? [...clashes, { ...at(alignBySocket), ...socketProblem(config) }] : clashes
}

function socketProblem(config: Effective): Problem {
  if (config.text('topologyManagerPolicy') === 'single-numa-node')
    return {
      reason: 'FieldValueForbidden',
      subject: alignBySocket,
      message: 'must not be true with topologyManagerPolicy single-numa-node',
    }
  return {
    severity: 'info',
    message: `depends on the host: ${alignBySocket} needs at least as many NUMA nodes as sockets`,
    remedy: 'compare both in the output of lscpu on the node',
  }
}
