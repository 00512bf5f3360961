import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { globalTarget, nodeTarget } from '../../../../src/lib/documents/target.ts'
import { documentManifests } from '../../../../src/lib/fleet/manifests/document-manifests.ts'
import { describeFailure } from '../../../../src/lib/message/describe.ts'
import type { Failure } from '../../../../src/lib/message/failure.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { applied, clusterOf, limits } from '../../cluster/clusters.ts'
import { fileWith, folderOf, header, planPush, pushTo, request, requestOf } from './pushes.ts'

const [a, b] = ['node-a', 'node-b'].map(nodeTarget)
let world: InProcess
beforeEach(() => {
  world = clusterOf({}, { name: 'node-b' })
  for (const target of [a!, b!]) applied(world, target, `${header}maxPods: 5\n`)
})
afterEach(() => world[Symbol.dispose]())

const refusal = (wanted: Parameters<typeof planPush>[1]): Promise<Failure> =>
  planPush(world.cluster, wanted, limits).then(
    () => {
      throw new Error('it is planned')
    },
    (error: Failure) => error,
  )

test('all of them are named, as a conflict, with the way on', async () => {
  for (const wanted of [
    request('maxPods: 6\n', [a!, b!]),
    requestOf(folderOf({ 'node-a.yaml': `${header}maxPods: 6\n`, 'node-b.yaml': `${header}maxPods: 6\n` })),
  ]) {
    const failure = await refusal(wanted)
    expect(failure.code).toBe('conflict')
    expect(JSON.stringify(failure.fact).match(/KeptByTool/g)).toHaveLength(2)
    expect(describeFailure(failure).hints).toEqual([expect.stringContaining('--force-conflicts')])
  }
})

test('of several files, one that is kept is a conflict; beside another mistake, that counts', async () => {
  const files = { 'global.yaml': header, 'node-a.yaml': `${header}maxPods: 6\n` }
  const conflict = await refusal(requestOf(folderOf(files)))
  expect([conflict.code, describeFailure(conflict).hints]).toEqual([
    'conflict',
    [expect.stringContaining('--force-conflicts')],
  ])
  const mixed = await refusal(requestOf(folderOf({ ...files, 'node-b.yaml': `${header}maxPods: -1\n` })))
  expect(mixed.code).toBe('invalid')
})

test('risks that the tool accepts are not replaced, and none are added to a text that it keeps', async () => {
  const more = (acceptedRisks: readonly ('drain' | 'reboot')[]) => ({ ...request('maxPods: 5\n'), acceptedRisks })
  expect((await planPush(world.cluster, more(['reboot']), limits)).steps).toMatchObject([{ accepts: ['reboot'] }])
  const asked = { files: [{ ...fileWith('maxPods: 5\n'), targets: [a!], named: true }], skipValidation: false }
  const offline = { namespace: 'kube-system', release: '1.36', strict: false, ignore: [] } as const
  const printed = await documentManifests({ ...asked, ...offline, acceptedRisks: ['drain'] })
  const [{ metadata }] = printed.objects as [{ metadata: { annotations: object } }]
  applied(world, a!, `${header}maxPods: 5\n`, metadata)
  expect((await planPush(world.cluster, more(['drain']), limits)).steps).toMatchObject([{ action: 'unchanged' }])
  expect(await refusal(more(['reboot']))).toMatchObject({ code: 'conflict' })
})

test('a text that is not changed overwrites no edit', async () => {
  await pushTo(world, 'maxPods: 4\n', { targets: [globalTarget] })
  applied(world, globalTarget, `${header}maxPods: 5\n`)
  const wanted = { ...request('maxPods: 5\n', [globalTarget]), acceptedRisks: ['drain'] as const }
  const { warnings } = await planPush(world.cluster, wanted, limits)
  expect(warnings.map(({ reason }) => reason)).not.toContain('OverwritesEdit')
})
