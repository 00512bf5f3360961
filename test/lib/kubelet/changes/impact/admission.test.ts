import { expect, test } from '@jest/globals'
import { type Offer, refusedPods } from '../../../../../src/lib/kubelet/changes/impact/admission.ts'
import type { PodEvidence } from '../../../../../src/lib/kubelet/changes/impact/evidence.ts'
import { Chance } from '../../../../oracle/generate/chance.ts'
import { endedBy } from './kubelet.ts'
import { type PodOf, podEvidence } from './pods.ts'

const named = (pods: readonly PodEvidence[], offer: Offer): readonly string[] =>
  refusedPods(pods, offer).map(({ pod: { name }, why }) => `${name} ${why}`)

const isStatic = { isStatic: true, isCritical: true, staysOnDrain: true }

test.each<[name: string, pods: readonly PodOf[], offer: Offer, ends: readonly string[]]>([
  ['all fit', [{ name: 'a', cpu: '1' }], { cpu: 1000n, pods: 1n }, []],
  ['the youngest has no room', [{ name: 'b', at: 1 }, { name: 'a' }], { pods: 1n }, ['b OutOfpods']],
  [
    'a smaller one fits beside what is refused',
    [
      { name: 'a', cpu: '500m' },
      { name: 'b', cpu: '2', at: 1 },
      { name: 'c', cpu: '500m', at: 2 },
    ],
    { cpu: 1000n },
    ['b OutOfcpu'],
  ],
  [
    'of one second, either may lose',
    [
      { name: 'a', cpu: '1' },
      { name: 'b', cpu: '1' },
    ],
    { cpu: 1000n },
    ['a OutOfcpu', 'b OutOfcpu'],
  ],
  [
    'without a request, nothing is lacking',
    [
      { name: 'a', cpu: '2' },
      { name: 'b', at: 1 },
    ],
    { cpu: 0n },
    ['a OutOfcpu'],
  ],
  ['bytes count', [{ name: 'a', memory: '1025' }], { memory: 1024n }, ['a OutOfmemory']],
  ['local storage', [{ name: 'a', storage: '1Gi' }], { storage: 0n }, ['a OutOfephemeral-storage']],
  [
    'a younger critical pod ends others',
    [{ name: 'a', cpu: '600m' }, { name: 'idle' }, { name: 'dns', cpu: '600m', at: 5, priority: 2_000_000_000 }],
    { cpu: 1000n },
    ['a Preempting'],
  ],
  [
    'an older critical pod only takes room',
    [
      { name: 'dns', cpu: '600m', priority: 2_000_000_000 },
      { name: 'a', cpu: '600m', at: 5 },
    ],
    { cpu: 1000n },
    ['a OutOfcpu'],
  ],
  [
    'a static pod takes room, whenever it is admitted',
    [
      { name: 'a', cpu: '600m' },
      { name: 'static', cpu: '600m', at: 5, more: isStatic },
    ],
    { cpu: 1000n },
    ['a OutOfcpu'],
  ],
  [
    'a critical pod that is too large itself',
    [{ name: 'dns', cpu: '2', priority: 2_000_000_000 }],
    { cpu: 1000n },
    ['dns Preempting'],
  ],
  [
    'what is being deleted takes room, and is no loss',
    [
      { name: 'a', cpu: '600m' },
      { name: 'b', cpu: '600m', at: 1, more: { isDeleted: true } },
    ],
    { cpu: 1000n },
    [],
  ],
  [
    'a resize that is not applied yet counts for others, not for itself',
    [
      { name: 'a', cpu: '500m', more: { counted: { cpu: 800n, memory: 0n, storage: 0n } } },
      { name: 'b', cpu: '300m', at: 1 },
    ],
    { cpu: 1000n },
    ['b OutOfcpu'],
  ],
])('%s', (_name, pods, offer, ends) => {
  expect(named(pods.map(podEvidence), offer)).toEqual(ends)
})

const kinds = ['plain', 'plain', 'plain', 'critical', 'static'] as const
const [cpus, memories] = [
  ['', '100m', '300m', '700m', '1'],
  ['', '100', '300'],
]

const podsBy = (chance: Chance, ofKind: () => (typeof kinds)[number], at: (index: number) => number) =>
  Array.from({ length: chance.below(8) }, (_, index) => {
    const [kind, cpu, memory] = [ofKind(), chance.pick(cpus!), chance.pick(memories!)]
    return podEvidence({
      name: `${index}`,
      at: at(index),
      ...(cpu && { cpu }),
      ...(memory && { memory }),
      ...(kind === 'critical' && { priority: 2_000_000_000 }),
      ...(kind === 'static' && { more: isStatic }),
    })
  })

const offerBy = (chance: Chance): Offer => ({
  cpu: chance.once(3) ? undefined : BigInt(chance.below(4000)),
  memory: chance.once(3) ? undefined : BigInt(chance.below(1200)),
  pods: chance.once(3) ? undefined : BigInt(chance.below(9)),
})

test('no kubelet ends a pod that is not named, in whichever order it admits those of one second', () => {
  const chance = new Chance(7)
  let ended = 0
  for (let run = 0; run < 4000; run++) {
    const pods = podsBy(
      chance,
      () => chance.pick(kinds),
      () => chance.below(4),
    )
    const statics = chance.once(2) ? -1 : Infinity
    const rank = (pod: PodEvidence): number => (pod.isStatic ? statics : pod.createdAt!)
    const shuffled = pods.map((pod) => ({ pod, by: chance.below(1000) })).toSorted((a, b) => a.by - b.by)
    const order = shuffled.map(({ pod }) => pod).toSorted((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)))
    const offer = offerBy(chance)
    const truth = endedBy(order, offer, (among) => chance.pick(among))
    const names = new Set(refusedPods(pods, offer).map(({ pod }) => pod.name))
    if (truth.size > 0) ended += 1
    expect({ run, missed: [...truth].filter((name) => !names.has(name)) }).toEqual({ run, missed: [] })
  }
  expect([ended > 1000, ended < 3900]).toEqual([true, true])
})

test('where pods came one after the other, and none is critical, exactly those are named that end', () => {
  const chance = new Chance(8)
  for (let run = 0; run < 2000; run++) {
    const pods = podsBy(
      chance,
      () => 'plain',
      (index) => index,
    )
    const offer = offerBy(chance)
    const truth = endedBy(pods, offer, (among) => among[0]!)
    expect(refusedPods(pods, offer).map(({ pod }) => pod.name)).toEqual([...truth])
  }
})
