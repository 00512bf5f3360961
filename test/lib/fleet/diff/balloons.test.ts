import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { globalTarget } from '../../../../src/lib/documents/target.ts'
import { diffDocument } from '../../../../src/lib/fleet/diff/diff-document.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { forbidden, limits, put } from '../../cluster/clusters.ts'
import { clusterWithBalloons, giveBalloon } from '../../sizes/resize/balloons.ts'
import { fileWith, header, planPush, request } from '../push/pushes.ts'

const lower = 'kubeReserved: {cpu: 500m}\n'
const isList = (path: string): boolean => path.endsWith('/pods')
let world: InProcess

beforeEach(() => {
  world = clusterWithBalloons({}, { name: 'node-b' })
  put(world, globalTarget, header)
})
afterEach(() => world[Symbol.dispose]())

const plan = (body: string) => planPush(world.cluster, request(body, [globalTarget]), limits)

test('a change that lowers allocatable names the nodes whose balloon must be reset first', async () => {
  giveBalloon(world, { cpu: '1', memory: '16Mi' })
  const expected = [{ reason: 'ResetBalloonsFirst', nodes: ['node-a'] }]
  expect((await plan(lower)).warnings).toEqual(expected)
  const diff = await diffDocument(world.cluster, { ...fileWith(lower), target: globalTarget }, limits)
  expect(diff.warnings).toEqual(expect.arrayContaining(expected))
})

test('balloons that hold nothing are in nobody’s way', async () => {
  expect((await plan(lower)).warnings).toEqual([])
})

test('a change that leaves allocatable alone asks for no balloons', async () => {
  giveBalloon(world, { cpu: '1', memory: '16Mi' })
  expect((await plan('eventBurst: 60\n')).warnings).toEqual([])
  expect(world.sent.filter(({ path }) => isList(path))).toEqual([])
})

test('who may not list pods is warned, and goes on', async () => {
  world.mishap = ({ path }) => (isList(path) ? forbidden('pods is forbidden') : undefined)
  expect((await plan(lower)).warnings).toMatchObject([
    { reason: 'BalloonsNotVisible', because: { reason: 'AccessDenied' } },
  ])
})
