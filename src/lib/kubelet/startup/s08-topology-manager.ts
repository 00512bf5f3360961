import { parseInt64 } from '../../quantity/int64.ts'
import { parseBool } from '../grammar/bool.ts'
import { quote } from '../model/quote.ts'
import type { Rule } from '../rules/rule.ts'
import { withoutGate } from '../rules/without-gate.ts'
import { optionProblems, type PolicyOptions } from './policy-option.ts'

const [policy, options, gate] = [
  'topologyManagerPolicy',
  'topologyManagerPolicyOptions',
  'TopologyManagerPolicyOptions',
] as const

const [closest, most] = ['prefer-closest-numa-nodes', 'max-allowable-numa-nodes'] as const

const known: PolicyOptions = {
  field: options,
  gates: 'TopologyManagerPolicy',
  histories: {
    [closest]: { beta: '1.28', stable: '1.32' },
    [most]: { beta: '1.31', stable: '1.35' },
  },
  flawOf: flawOfOption,
}

/** A node may have this many NUMA nodes, whatever the options say. */
const leastNumaNodes = 8n

/** Alignment of CPUs, memory and devices. */
export const topologyManagerRules: readonly Rule[] = [
  {
    id: 'S08',
    gates: [gate, 'TopologyManagerPolicyAlphaOptions', 'TopologyManagerPolicyBetaOptions'],
    fields: [options, policy, 'featureGates'],
    meaning:
      'topologyManagerPolicyOptions must be known and valid, and their feature gates enabled, unless ' +
      'topologyManagerPolicy is none.',
    source: 'pkg/kubelet/cm/topologymanager/policy_options.go, NewPolicyOptions',
    check: (config) => {
      if (!config.isAtLeast('1.36') && !config.enabled(gate))
        return config.has(options) ? [withoutGate({ field: options, gate })] : []
      return config.text(policy) === 'none' ? [] : optionProblems(config, known)
    },
  },
]

function flawOfOption(name: string, text: string): string | undefined {
  if (name === closest) return parseBool(text) === undefined ? `${quote(text)} must be true or false` : undefined
  const nodes = parseInt64(text)
  if (nodes === undefined) return `${quote(text)} must be an integer`
  return nodes < leastNumaNodes ? `${nodes} must be ${leastNumaNodes} or greater` : undefined
}
