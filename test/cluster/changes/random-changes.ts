import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { check } from '../../../src/lib/kubelet/check/check.ts'
import { readDocument } from '../../../src/lib/yaml/read/read.ts'
import { Chance } from '../../oracle/generate/chance.ts'
import { configPath } from '../agent/kubelet-run.ts'
import { withFields } from '../configuration.ts'
import { assessed, release } from './assessed.ts'
import type { ChangeCase } from './cases.ts'
import type { LivingPod } from './living-node.ts'

const idRanges: readonly LivingPod[] = [{ name: 'mapped', cpu: '200m', idRange: true }]
const pods: readonly LivingPod[] = [...idRanges, { name: 'small', cpu: '300m' }, { name: 'idle' }]

export type Settings = Readonly<Record<string, readonly string[]>>

/** Values that a small node can live with; '' omits the field. */
export const settings: Settings = {
  maxPods: ['', '20', '50', '110', '2'],
  podsPerCore: ['', '0', '10', '1'],
  podPidsLimit: ['', '-1', '4096'],
  kubeReserved: ['', '{cpu: 100m}', '{cpu: 500m, memory: 256Mi}', '{cpu: "1"}', '{cpu: 1700m}'],
  systemReserved: ['', '{cpu: 100m, memory: 128Mi}', '{pid: "100"}'],
  evictionHard: ['', '{memory.available: 100Mi}', '{memory.available: 300Mi}', '{memory.available: 2%}'],
  evictionSoft: ['', '{memory.available: 200Mi}\nevictionSoftGracePeriod: {memory.available: 1m}'],
  reservedSystemCPUs: ['', '"0"', '"1"', '0-1'],
  cpuManagerPolicy: ['', 'none', 'static', 'static'],
  cpuManagerPolicyOptions: ['', '{strict-cpu-reservation: "true"}', '{full-pcpus-only: "true"}'],
  topologyManagerPolicy: ['', 'none', 'best-effort', 'restricted', 'single-numa-node'],
  topologyManagerScope: ['', 'container', 'pod'],
  memoryManagerPolicy: ['', 'None'],
  userNamespaces: ['', '{idsPerPod: 65536}', '{idsPerPod: 131072}'],
  providerID: ['', 'example:///one', 'example:///two'],
  registerWithTaints: ['', '[{key: example.com/a, effect: PreferNoSchedule}]'],
  clusterDomain: ['', 'cluster.local', 'example.org'],
  containerLogMaxSize: ['', '10Mi', '20M'],
  seccompDefault: ['', 'true', 'false'],
  hairpinMode: ['', 'none', 'hairpin-veth'],
  registryPullQPS: ['', '5', '50'],
  serializeImagePulls: ['', 'true', 'false'],
  imageGCHighThresholdPercent: ['', '85', '95'],
  nodeStatusUpdateFrequency: ['', '5s', '10s'],
  nodeLeaseDurationSeconds: ['', '40', '20'],
  shutdownGracePeriod: ['', '30s'],
  syncFrequency: ['', '30s', '1m'],
  eventRecordQPS: ['', '0', '50'],
  kubeAPIQPS: ['', '50', '100'],
  contentType: ['', 'application/json'],
  tlsMinVersion: ['', 'VersionTLS12', 'VersionTLS13'],
  enableDebuggingHandlers: ['', 'true', 'false'],
  featureGates: ['', '{NodeSwap: true}', '{UserNamespacesSupport: true}', '{CPUManagerPolicyAlphaOptions: true}'],
  oomScoreAdj: ['', '-999', '-500'],
}

/** Of a node whose managers keep state files: what these are about, and what is near it. */
export const staticSettings: Settings = {
  ...Object.fromEntries(
    ['reservedSystemCPUs', 'topologyManagerPolicy', 'topologyManagerScope', 'userNamespaces', 'maxPods'].map(
      (field) => [field, settings[field]!],
    ),
  ),
  cpuManagerPolicy: ['', 'none', 'static', 'static', 'static'],
  cpuManagerPolicyOptions: [
    '',
    '{strict-cpu-reservation: "true"}',
    '{strict-cpu-reservation: "false"}',
    '{strict-cpu-reservation: "true", full-pcpus-only: "true"}',
    '{distribute-cpus-across-numa: "true"}',
  ],
  kubeReserved: ['', '{cpu: 500m}', '{cpu: 600m, memory: 256Mi}', '{cpu: "1"}'],
  systemReserved: ['', '{cpu: 100m}', '{cpu: 500m, memory: 128Mi}', '{memory: 0.125Gi}'],
  evictionHard: ['', '{memory.available: 100Mi}', '{memory.available: 200Mi}', '{memory.available: 0.1Gi}'],
  memoryManagerPolicy: ['', 'None', 'Static', 'Static', 'Static'],
  reservedMemory: ['', ...['100Mi', '200Mi', '228Mi', '356Mi', '456Mi', '484Mi'].map(onOneNode)],
}

/** As the nodes have it, which decides with the fields whether a document is valid. */
export const plainConfiguration = readFileSync(
  join(import.meta.dirname, '../machine/layouts/plain', configPath),
  'utf8',
)

export type Setting = readonly [field: string, value: string]

export const staticPolicies: readonly Setting[] = [
  ['cpuManagerPolicy', 'static'],
  ['cpuManagerPolicy', 'static'],
  ['memoryManagerPolicy', 'Static'],
]

function onOneNode(memory: string): string {
  return `[{numaNode: 0, limits: {memory: ${memory}}}]`
}

export type Chosen = ReadonlyMap<string, string>

interface Wanted {
  readonly count: number
  readonly seed: number
}

/** Pairs of documents that the release accepts, of which the first admits the pods. Changes that require a reboot are not made. */
export const randomChanges = (base: string, wanted: Wanted) =>
  changesAmong(settings, base, { ...wanted, chance: new Chance(wanted.seed), first: () => [] })

/** The same where at least one manager has the static policy before. */
export const staticChanges = (base: string, wanted: Wanted) => {
  const chance = new Chance(wanted.seed)
  const first = (): readonly Setting[] => [['kubeReserved', '{cpu: 500m}'], chance.pick(staticPolicies)]
  return changesAmong(staticSettings, base, { ...wanted, chance, first })
}

interface Choice extends Wanted {
  readonly chance: Chance
  /** Set before anything else is, which may replace it. */
  readonly first: () => readonly Setting[]
}

async function changesAmong(among: Settings, base: string, { count, seed, chance, first }: Choice) {
  const changes: ChangeCase[] = []
  while (changes.length < count) {
    const setting = (): Setting => settingAmong(among, chance)
    const before = new Map([...first(), setting(), setting(), setting(), setting(), setting(), setting()])
    const after = new Map([...before, setting(), ...(chance.once(2) ? [setting()] : [])])
    const [old, current] = [fieldsOf(before), fieldsOf(after)]
    if (!isRoomy(before) || !(await isValid(base, old)) || !(await isValid(base, current))) continue
    const { disruption } = await assessed(withFields(base, old), withFields(base, current))
    if (disruption === 'none' || disruption === 'reboot') continue
    const what = `${disruption} (seed ${seed}): ${old.replaceAll('\n', '; ')} -> ${current.replaceAll('\n', '; ')}`
    changes.push({ what, before: old, after: current, pods })
  }
  return changes
}

export function settingAmong(among: Settings, chance: Chance): Setting {
  const field = chance.pick(Object.keys(among))
  return [field, chance.pick(among[field]!)]
}

export const fieldsOf = (chosen: Chosen): string =>
  [...chosen]
    .filter(([, value]) => value !== '')
    .map(([field, value]) => `${field}: ${value}`)
    .join('\n') || 'maxPods: 110'

/** Whether the pods fit. */
const isRoomy = (chosen: Chosen): boolean =>
  chosen.get('maxPods') !== '2' &&
  chosen.get('podsPerCore') !== '1' &&
  chosen.get('kubeReserved') !== '{cpu: 1700m}' &&
  chosen.get('reservedSystemCPUs') !== '0-1'

export async function isValid(base: string, fields: string): Promise<boolean> {
  return check(await readDocument(withFields(base, fields)), release).findings.every(
    ({ severity }) => severity !== 'error',
  )
}
