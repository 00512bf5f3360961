import { gates } from '../../../src/lib/kubelet/data/gates.ts'
import type { Chance } from './chance.ts'
import { type MapNode, nodeOf, type Plain } from './node.ts'

const names = Object.keys(gates)

/** A gate with those that it needs, and those that need it, in any release. */
const families = names
  .map((name) => new Set([name, ...needsOf(name), ...names.filter((other) => needsOf(other).includes(name))]))
  .filter(({ size }) => size > 1)
  .map((family) => [...family])

function needsOf(name: string): readonly string[] {
  return Array.from(gates[name]!.matchAll(/ needs (\S+?)(?:;|$)/g), ([, needs]) => needs!.split(',')).flat()
}

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

/** Values of featureGates: some that are wanted, in untidy documents others that decide something, or any gate or none. */
export function gateSet(chance: Chance, wanted: readonly string[]): MapNode {
  return setOf(chance, [
    // Each gate is locked in some release, and fatal there half the time.
    ...chance.some(wanted, 0.8),
    ...(chance.oddly(2) ? chance.some(decisive, 1) : []),
    ...(chance.oddly(4) ? [chance.pick(names)] : []),
    ...(chance.once(20) ? chance.some(wholesale, 1) : []),
    ...(chance.oddly(30) ? [chance.pick(strangers)] : []),
  ])
}

/** One switch, for one that a release lacks or has locked would hide others; or all that hang together, the same way. */
export function oneGate(chance: Chance): MapNode {
  if (!chance.once(6)) return setOf(chance, [chance.pick(names)])
  const on = nodeOf(chance.once(2))
  return { type: 'map', entries: chance.pick(families).map((name) => [name, on] as const) }
}

const setOf = (chance: Chance, chosen: readonly string[]): MapNode => ({
  type: 'map',
  entries: chosen.map((name) => [name, nodeOf(switchOf(chance))] as const),
})

const switchOf = (chance: Chance): Plain => (chance.oddly(60) ? chance.pick([null, 'true', 1, 'yes']) : chance.once(2))
