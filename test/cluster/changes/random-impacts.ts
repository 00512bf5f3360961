import { parse } from 'yaml'
import { isRisk } from '../../../src/lib/kubelet/changes/disruption.ts'
import { Chance } from '../../oracle/generate/chance.ts'
import { withFields } from '../configuration.ts'
import { assessed } from './assessed.ts'
import type { LivingPod } from './living-node.ts'
import {
  type Chosen,
  fieldsOf,
  isValid,
  plainConfiguration,
  type Setting,
  type Settings,
  settingAmong,
  settings,
  staticPolicies,
  staticSettings,
} from './random-changes.ts'

/** A risky change of a node with these pods, which the first document has room for. */
export interface ImpactCase {
  readonly what: string
  readonly before: string
  readonly after: string
  readonly pods: readonly LivingPod[]
  /** Of these, the ones that have just ended. */
  readonly gone?: readonly string[]
}

/** What costs pods their room, or nothing: more often than other fields. */
const often: readonly string[] = [
  ...['maxPods', 'maxPods', 'podsPerCore', 'kubeReserved', 'kubeReserved', 'systemReserved', 'evictionHard'],
  ...['reservedSystemCPUs', 'cpuManagerPolicy', 'topologyManagerPolicy', 'topologyManagerScope', 'userNamespaces'],
]

const ranges: Settings = {
  maxPods: ['20', '2', '3', '4', '5'],
  podsPerCore: ['0', '1', '2'],
  kubeReserved: [
    '{cpu: 100m}',
    '{cpu: 500m, memory: 256Mi}',
    '{cpu: "1"}',
    '{cpu: 1300m}',
    '{cpu: 1700m, memory: 1Gi}',
  ],
}

const strict = `kubeReserved: {cpu: 500m}
cpuManagerPolicy: static
cpuManagerPolicyOptions: {strict-cpu-reservation: "true"}`

/** A kubelet does not start again, with whatever change, while a pod has all CPUs that it shares. */
export const lastCpu: ImpactCase = {
  what: 'a pod has all CPUs that are not reserved',
  before: strict,
  after: `${strict}\neventBurst: 7`,
  pods: [
    { name: 'p0', cpu: '1', memory: '64Mi', isLimited: true },
    { name: 'p1', cpu: '100m' },
  ],
}

const late = `${strict}\ncpuManagerReconcilePeriod: 10m`

/** Nor after that pod is gone, until its CPU manager looks at its state, which it does each ten seconds unless told otherwise. */
export const lastCpuGone: ImpactCase = {
  ...lastCpu,
  what: 'a pod had all CPUs that are not reserved',
  before: late,
  after: `${late}\neventBurst: 7`,
  gone: ['p0'],
}

export async function randomImpacts({ count, seed }: { count: number; seed: number }): Promise<readonly ImpactCase[]> {
  const chance = new Chance(seed)
  const cases: ImpactCase[] = []
  while (cases.length < count) {
    const one = await impactBy(chance, seed)
    if (one !== undefined) cases.push(one)
  }
  return cases
}

async function impactBy(chance: Chance, seed: number): Promise<ImpactCase | undefined> {
  const isFixed = chance.once(3)
  const among: Settings = isFixed ? staticSettings : { ...settings, ...ranges }
  const setting = (): Setting => {
    const field = chance.pick(often)
    return chance.once(3) || among[field] === undefined
      ? settingAmong(among, chance)
      : [field, chance.pick(among[field])]
  }
  const first: readonly Setting[] = isFixed ? [['kubeReserved', '{cpu: 500m}'], chance.pick(staticPolicies)] : []
  const before = new Map([...first, setting(), setting(), setting()])
  const after = new Map([...before, setting(), ...(chance.once(2) ? [setting()] : [])])
  const pods = podsBy(chance)
  const [old, current] = [fieldsOf(before), fieldsOf(after)]
  const isRoom = hasRoom(before, pods) && !isReboot(before, after)
  if (!isRoom || !(await isValid(plainConfiguration, old)) || !(await isValid(plainConfiguration, current)))
    return undefined
  const { changes } = await assessed(withFields(plainConfiguration, old), withFields(plainConfiguration, current))
  if (!changes.some(({ disruption }) => isRisk(disruption))) return undefined
  const shown = pods.map(
    ({ name, cpu = '-', memory = '-', isLimited }) => `${name} ${cpu}/${memory}${isLimited ? '!' : ''}`,
  )
  return {
    what: `${seed}: ${oneLine(old)} -> ${oneLine(current)} [${shown.join(', ')}]`,
    before: old,
    after: current,
    pods,
  }
}

const oneLine = (fields: string): string => fields.replaceAll('\n', '; ')

const isReboot = (...all: readonly Chosen[]): boolean => all.some((one) => one.has('cgroupDriver'))

function podsBy(chance: Chance): readonly LivingPod[] {
  return Array.from({ length: 1 + chance.below(6) }, (_, index) => {
    const cpu = chance.pick([undefined, '100m', '200m', '400m', '1'])
    const memory = chance.pick([undefined, '64Mi', '512Mi'])
    const isLimited = cpu !== undefined && memory !== undefined && chance.once(2)
    return {
      name: `p${index}`,
      ...(cpu !== undefined && { cpu }),
      ...(memory !== undefined && { memory }),
      ...(isLimited && { isLimited }),
      ...(chance.once(8) && { priorityClassName: 'system-cluster-critical' }),
      ...(chance.once(8) && !isLimited && { idRange: true as const }),
      ...(chance.once(2) && { isLater: true }),
    }
  })
}

const milli = (text: string | undefined): number =>
  text === undefined ? 0 : text.endsWith('m') ? Number.parseInt(text, 10) : Number(text) * 1000

/** The nodes have two CPUs, and much memory. */
const cpus = 2000

function hasRoom(chosen: Chosen, pods: readonly LivingPod[]): boolean {
  const held = ['kubeReserved', 'systemReserved']
    .map((field) => milli((parse(chosen.get(field) || '{}') as { cpu?: string }).cpu))
    .reduce((sum, one) => sum + one, 0)
  const set = chosen.get('reservedSystemCPUs') ?? ''
  const reserved = set === '' ? held : set.includes('-') ? cpus : cpus / 2
  const most = Math.min(Number(chosen.get('maxPods') || 110), (Number(chosen.get('podsPerCore') || 0) || 55) * 2)
  const exclusive = pods.filter(({ isLimited, cpu }) => isLimited && cpu === '1').length
  const wanted = pods.reduce((sum, { cpu }) => sum + milli(cpu), 0)
  const isFixed = chosen.get('cpuManagerPolicy') === 'static'
  return (
    wanted <= cpus - reserved &&
    pods.length <= most &&
    (!isFixed || exclusive * 1000 <= cpus - Math.ceil(reserved / 1000) * 1000)
  )
}
