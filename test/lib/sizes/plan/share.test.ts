import { describe, expect, test } from '@jest/globals'
import { type Amounts, equal, none, resources, sum } from '../../../../src/lib/pods/amounts.ts'
import type { NodeSize } from '../../../../src/lib/sizes/model/node-size.ts'
import { shares } from '../../../../src/lib/sizes/plan/host.ts'
import {
  exceeds,
  grows,
  growthIn,
  nameOf,
  onlyGrows,
  type Share,
  shrunk,
} from '../../../../src/lib/sizes/plan/share.ts'
import { node } from '../../pods/samples.ts'
import { randomFrom } from '../model/random.ts'

const sized = (name: string, size: Amounts): NodeSize => ({
  node: node({ name }),
  ...{ allocatable: none, balloon: none, size, requested: none, free: none, granted: none },
  ...{ occupants: [], unmanagedPods: [], state: 'Ready', why: undefined, balloonState: { kind: 'none' } },
})

const share = (name: string, size: [number, number], target: [number, number]): Share => ({
  measured: sized(name, { cpu: BigInt(size[0]), memory: BigInt(size[1]) }),
  target: { cpu: BigInt(target[0]), memory: BigInt(target[1]) },
})

describe('a node', () => {
  test('that gets more of one and less of the other is first as small as it will be', () => {
    const mixed = share('a', [4, 4], [2, 6])
    expect([grows(mixed), exceeds(mixed), onlyGrows(mixed)]).toEqual([true, true, false])
    expect(shrunk(mixed).target).toEqual({ cpu: 2n, memory: 4n })
  })
  test('that only gets larger need not get smaller', () => {
    expect(onlyGrows(share('a', [4, 4], [4, 6]))).toBe(true)
    expect(onlyGrows(share('a', [4, 4], [4, 4]))).toBe(false)
  })
})

describe('growth', () => {
  const host = { cpu: 8n, memory: 8n }

  test('is withheld while another node holds the room, whose name is known', () => {
    const all = [share('a', [6, 4], [4, 4]), share('b', [2, 4], [4, 4])]
    expect(growthIn(host, { all, growing: [all[1]!] })).toEqual({
      fitting: [],
      withheld: [{ share: all[1], lacking: ['cpu'], holders: ['a'] }],
    })
  })
  test('goes as far as there is room: the first ones get it', () => {
    const all = [share('a', [3, 2], [2, 2]), share('b', [1, 2], [3, 2]), share('c', [1, 2], [3, 2])]
    const { fitting, withheld } = growthIn(host, { all, growing: all.slice(1) })
    expect(fitting.map(nameOf)).toEqual(['b'])
    expect(withheld.map((one) => [nameOf(one.share), one.lacking])).toEqual([['c', ['cpu']]])
  })
  test('of one resource does not wait for the other, of which the host has less than the nodes', () => {
    const all = [share('a', [4, 9], [4, 4]), share('b', [2, 4], [4, 4])]
    expect(growthIn(host, { all, growing: [all[1]!] }).fitting).toEqual([all[1]])
  })
})

/** Resizes one after the other, in any order within a phase; some of those that make a node smaller fail. */
function sumsOfSplit(all: readonly Share[], host: Amounts, random: (below: number) => number): readonly Amounts[] {
  const sizes = new Map(all.map(({ measured }) => [measured.node.name, measured.size]))
  const sums = [sum([...sizes.values()])]
  const resize = (one: Share): void => {
    sizes.set(nameOf(one), one.target)
    sums.push(sum([...sizes.values()]))
  }
  const failed = new Set(all.filter(() => random(5) === 0).map(nameOf))
  for (const one of all.filter((one) => !onlyGrows(one) && !failed.has(nameOf(one)))) resize(shrunk(one))
  const now = all.map(({ measured: { node: it }, target }) => ({
    measured: sized(it.name, sizes.get(it.name)!),
    target,
  }))
  const growing = now.filter((one) => grows(one) && !exceeds(one))
  const { fitting, withheld } = growthIn(host, { all: now, growing })
  for (const one of fitting.toSorted(() => random(3) - 1)) resize(one)
  expect(fitting.length + withheld.length).toBe(growing.length)
  if (failed.size === 0) {
    expect(withheld).toEqual([])
    expect(equal(sums.at(-1)!, host)).toBe(true)
  }
  return sums
}

test('at no step do the nodes have more than the host, or than they had before', () => {
  const random = randomFrom(7)
  for (let round = 0; round < 2_000; round++) {
    const host = { cpu: BigInt(1_000 + random(64_000)), memory: BigInt(2 ** 30 + random(2 ** 36)) }
    const weights = Array.from({ length: 2 + random(5) }, () => BigInt(1 + random(9)))
    const before = weights.map(() => ({
      cpu: BigInt(random(Number(host.cpu))),
      memory: BigInt(random(Number(host.memory))),
    }))
    const all = shares(host, weights).map((target, i) => ({ measured: sized(`node-${i}`, before[i]!), target }))
    const [first, ...sums] = sumsOfSplit(all, host, random)
    for (const [i, after] of sums.entries()) {
      const last = i === 0 ? first! : sums[i - 1]!
      for (const resource of resources)
        expect(after[resource] <= host[resource] || after[resource] <= last[resource]).toBe(true)
    }
  }
})
