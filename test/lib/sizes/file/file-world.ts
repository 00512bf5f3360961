import { afterEach, beforeEach } from '@jest/globals'
import { planFileResizes } from '../../../../src/lib/sizes/file/apply-sizes.ts'
import { exportSizes } from '../../../../src/lib/sizes/file/export-sizes.ts'
import { applyResizes } from '../../../../src/lib/sizes/resize/apply-resizes.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { limits } from '../../cluster/clusters.ts'
import { askedOf, clusterWithBalloons, type Quantities } from '../resize/balloons.ts'
import { fileOf } from '../resize/size-files.ts'

export const names = ['node-a', 'node-b', 'node-c']
export let world: InProcess
export let asked: readonly Quantities[]

/** A cluster of three nodes with balloons for each test of a file. */
export function giveWorld(): void {
  beforeEach(() => {
    world = clusterWithBalloons(...names.map((name) => ({ name })))
    asked = askedOf(world)
  })
  afterEach(() => world[Symbol.dispose]())
}

/** The test has another cluster. */
export function replaceWorld(by: InProcess): void {
  world[Symbol.dispose]()
  world = by
}

const usual = { prune: false, timeoutMs: 5_000, dryRun: 'none' } as const
type More = Partial<Omit<Parameters<typeof planFileResizes>[1], 'input'>>

export const plan = (sizes: readonly object[], more: More = {}) =>
  planFileResizes(world, { ...usual, ...more, input: fileOf(sizes) }, limits)

export async function apply(sizes: readonly object[], more: More = {}) {
  const planned = await plan(sizes, more)
  return { planned, became: outcomes(await applyResizes(world, planned, limits)) }
}

export const outcomes = (items: Awaited<ReturnType<typeof applyResizes>>) =>
  Object.fromEntries(items.map(({ node, outcome }) => [node, outcome.failure?.fact.reason ?? outcome.value?.outcome]))

export const exported = () => exportSizes(world.cluster, { by: 'all' }, limits)
