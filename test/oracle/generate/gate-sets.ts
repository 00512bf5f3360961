import { gates } from '../../../src/lib/config/data/gates.ts'
import type { Chance } from './chance.ts'
import { type MapNode, nodeOf, type Plain } from './node.ts'

const names = Object.keys(gates)

/** Gates that rules or defaults look at, and those with dependencies. */
const decisive = [
  'CustomCPUCFSQuotaPeriod',
  'GracefulNodeShutdown',
  'GracefulNodeShutdownBasedOnPodPriority',
  'WindowsGracefulNodeShutdown',
  'ImageMaximumGCAge',
  'KubeletCrashLoopBackOffMax',
  'KubeletEnsureSecretPulledImages',
  'KubeletTracing',
  'LoggingAlphaOptions',
  'LoggingBetaOptions',
  'MemoryQoS',
  'NodeLogQuery',
  'NodeSwap',
  'RotateKubeletServerCertificate',
  'DefaultPodSysctls',
  'CPUManagerPolicyOptions',
  'CPUManagerPolicyAlphaOptions',
  'CPUManagerPolicyBetaOptions',
  'TopologyManagerPolicyOptions',
  'TopologyManagerPolicyAlphaOptions',
  'TopologyManagerPolicyBetaOptions',
  'GenericWorkload',
] as const

const wholesale = ['AllAlpha', 'AllBeta']
const strangers = ['Foo', '', 'allAlpha', 'nodeSwap', 'AllGA', 'NodeSwap ']

/** Values of featureGates: those that are wanted, others that decide something, now and then any gate or none. */
export function gateSet(chance: Chance, wanted: readonly string[]): MapNode {
  const chosen = [
    ...chance.some(wanted, wanted.length * 0.6),
    ...chance.some(decisive, 0.5),
    ...(chance.once(4) ? [chance.pick(names)] : []),
    ...(chance.once(8) ? chance.some(wholesale, 1) : []),
    ...(chance.once(30) ? [chance.pick(strangers)] : []),
  ]
  return { type: 'map', entries: chosen.map((name) => [name, nodeOf(switchOf(chance))] as const) }
}

const switchOf = (chance: Chance): Plain => (chance.once(60) ? chance.pick([null, 'true', 1, 'yes']) : chance.once(2))
