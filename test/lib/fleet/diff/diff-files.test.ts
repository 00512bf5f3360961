import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { globalTarget, nodeTarget } from '../../../../src/lib/documents/target.ts'
import { diffFiles } from '../../../../src/lib/fleet/diff/diff-files.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { applied, clusterOf, forbidden, limits, put } from '../../cluster/clusters.ts'
import { folderOf, header } from '../push/pushes.ts'

const [a, b] = ['node-a', 'node-b'].map(nodeTarget)
let world: InProcess
beforeEach(() => {
  world = clusterOf({}, { name: 'node-b' })
})
afterEach(() => world[Symbol.dispose]())

const diff = (files: Readonly<Record<string, string>>) => diffFiles(world.cluster, folderOf(files), limits)
const differing = async (files: Readonly<Record<string, string>>) =>
  (await diff(files)).diffs.map(({ target, differs }) => [target, differs])

test('each file is compared with what is stored for its target, whoever wrote it', async () => {
  put(world, globalTarget, `${header}maxPods: 50\n`)
  applied(world, a!, `${header}maxPods: 60\n`)
  const files = { 'global.yaml': `${header}# as before\nmaxPods: 50\n`, 'node-a.yaml': `${header}maxPods: 61\n` }
  expect(await differing(files)).toEqual([
    [globalTarget, false],
    [a, true],
  ])
})

test('a file for what is not stored differs, compared with what its node gets now', async () => {
  put(world, globalTarget, `${header}maxPods: 50\n`)
  const { diffs } = await diff({ 'node-a.yaml': `${header}maxPods: 50\n` })
  expect(diffs).toMatchObject([{ target: a, differs: true, comparedWith: 'global-kubelet-configuration', changes: [] }])
})

test('a ConfigMap of a repository has its target in its name', async () => {
  put(world, b!, `${header}maxPods: 50\n`)
  const text = JSON.stringify({
    ...{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'node-b-kubelet-configuration' } },
    data: { kubelet: `${header}maxPods: 51\n` },
  })
  expect(await differing({ 'any.json': text })).toEqual([[b, true]])
})

test('what is stored, and in none of the files, is named', async () => {
  put(world, globalTarget, `${header}maxPods: 50\n`)
  put(world, b!, `${header}maxPods: 50\n`)
  expect((await diff({ 'node-a.yaml': header })).missing.value).toEqual([globalTarget, b])
})

test('who may not list documents compares all the same, and is told that others are not known', async () => {
  put(world, globalTarget, `${header}maxPods: 50\n`)
  put(world, a!, `${header}maxPods: 50\n`)
  world.mishap = ({ path }) => (path.endsWith('/configmaps') ? forbidden('configmaps is forbidden') : undefined)
  const same = { 'global.yaml': `${header}maxPods: 50\n`, 'node-a.yaml': `${header}maxPods: 50\n` }
  expect((await diff(same)).diffs.map(({ differs, stored }) => [differs, stored !== undefined])).toEqual([
    [false, true],
    [false, true],
  ])
  expect((await diff(same)).missing).toMatchObject({ failure: { code: 'refused' } })
})

test('what no kubelet can decode is named for each file', async () => {
  const bad = `${header}maxPods: abc\n`
  await expect(diff({ 'node-a.yaml': bad, 'node-b.yaml': bad })).rejects.toMatchObject({
    fact: { reason: 'PushesRefused', problems: [{}, {}] },
  })
})

test('all problems of all files are named at once, and nothing is compared', async () => {
  await expect(
    diff({ 'node-a.yaml': `${header}maxPods: many\n`, 'node-b.yaml': `${header}a: [`, 'NODE.yaml': header }),
  ).rejects.toMatchObject({
    code: 'invalid',
    fact: {
      reason: 'PushesRefused',
      notDone: 'compared',
      problems: [{ reason: 'FileNameWithoutTarget' }, { reason: 'PushRefused' }],
    },
  })
})
