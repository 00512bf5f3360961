import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { reconciler } from '../../../../src/lib/names.ts'
import { leftCordon, undoLeftCordon } from '../../../../src/lib/sizes/reconciler/left-cordon.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { cordonAs, cordonByHand, cordonOf, free, theirs } from '../resize/cordons.ts'
import { fourCores } from '../resize/four-cores.ts'

const limits = { signal: new AbortController().signal }

let world: InProcess
beforeEach(() => {
  world = fourCores()
})
afterEach(() => world[Symbol.dispose]())

/** As a local copy shows it, and what is undone of that once the node has become another one. */
async function undoAfter(change: () => void) {
  cordonAs(world, reconciler.name, { agoMs: 1_000 })
  const copy = await world.cluster.nodes.read('node-a', limits)
  const left = leftCordon(copy!, () => 0)
  change()
  return undoLeftCordon({ cluster: world.cluster, clock: world.clock }, { node: 'node-a', left: left! }, limits)
}

test('the cordon of an earlier leader is undone', async () => {
  expect(await undoAfter(() => undefined)).toMatchObject({ reason: 'Uncordoned', by: reconciler.name })
  expect(cordonOf(world)).toEqual(free)
})

test('nothing is said of one that is undone already, which a local copy does not show yet', async () => {
  const change = () => {
    const path = '/api/v1/nodes/node-a'
    const { metadata } = world.asAdmin<{ metadata: { annotations: object } }>({ method: 'GET', path })
    const annotations = Object.fromEntries(Object.keys(metadata.annotations).map((name) => [name, null]))
    const contentType = 'application/merge-patch+json'
    world.asAdmin({ method: 'PATCH', path, contentType, body: { metadata: { annotations } } })
    cordonByHand(world)
  }
  expect(await undoAfter(change)).toBeUndefined()
  expect(cordonOf(world)).toEqual(theirs)
})

test('a cordon of another leader that came meanwhile is left alone', async () => {
  let mark: string | undefined
  expect(
    await undoAfter(() => {
      mark = cordonAs(world, reconciler.name, { agoMs: 0 })
    }),
  ).toBeUndefined()
  expect(cordonOf(world)).toEqual({ cordoned: true, mark })
})
