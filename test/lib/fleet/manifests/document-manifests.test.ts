import { expect, test } from '@jest/globals'
import { globalTarget, nodeTarget } from '../../../../src/lib/documents/target.ts'
import { documentManifests, type ManifestsRequest } from '../../../../src/lib/fleet/manifests/document-manifests.ts'
import { planPush } from '../../../../src/lib/fleet/push/push.ts'
import { applyPush } from '../../../../src/lib/fleet/push/push-apply.ts'
import { clusterOf, limits } from '../../cluster/clusters.ts'
import { fileWith, folderOf, header } from '../push/pushes.ts'

const asked = (more: Partial<ManifestsRequest>): ManifestsRequest => ({
  ...{ files: [], namespace: 'kube-system', release: '1.36', skipValidation: false },
  ...{ acceptedRisks: [], strict: false, ignore: [], ...more },
})
const printed = async (more: Partial<ManifestsRequest>) => (await documentManifests(asked(more))).objects
const one = (body: string) => [{ ...fileWith(body), targets: [nodeTarget('node-a')], named: true }]
const name = 'node-a-kubelet-configuration'

test('a document is a ConfigMap with its bytes, and nothing that a push records', async () => {
  const body = `${header}# why\r\nmaxPods:   50`
  expect(await printed({ files: folderOf({ 'node-a.yaml': body }) })).toEqual([
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'kube-system' }, data: { kubelet: body } },
  ])
})

test('the global document comes last: until then, each node has its own', async () => {
  const files = folderOf({ 'global.yaml': header, 'node-a.yaml': header })
  const objects = await printed({ files, namespace: 'kubelets' })
  expect(objects).toMatchObject([
    { metadata: { name, namespace: 'kubelets' } },
    { metadata: { name: 'global-kubelet-configuration' } },
  ])
})

test('what is accepted has the annotations that a push writes', async () => {
  using world = clusterOf({})
  const files = one('maxPods: 50\n')
  const push = { files, skipValidation: true, acceptedRisks: ['drain'] as const }
  const plan = await planPush(world.cluster, push, limits)
  await applyPush(world, { plan, dryRun: 'none' }, limits)
  const { stamp } = (await world.cluster.documents.read(nodeTarget('node-a'), limits))!
  expect(await printed(push)).toMatchObject([
    {
      metadata: {
        annotations: {
          'kubeletcfg.dev/accepted-risks': stamp.acceptedRisks,
          'kubeletcfg.dev/skip-validation': stamp.skipValidation,
        },
      },
    },
  ])
})

test('what kubelets of the release refuse is not printed, unless it is asked for', async () => {
  const files = one('maxPods: -1\n')
  await expect(printed({ files })).rejects.toMatchObject({ code: 'invalid', fact: { reason: 'PushRefused' } })
  expect(await printed({ files, skipValidation: true })).toHaveLength(1)
})

test('all problems are named at once', async () => {
  const files = folderOf({ 'node-a.yaml': `${header}maxPods: -1\n`, 'node-b.yaml': `${header}maxPods: many\n` })
  await expect(printed({ files })).rejects.toMatchObject({
    fact: { reason: 'PushesRefused', notDone: 'printed', problems: [{}, {}] },
  })
  await expect(printed({ files: folderOf({ 'a.yaml': 'kind: Pod\napiVersion: v1\n' }) })).rejects.toMatchObject({
    fact: { reason: 'NothingToPush' },
  })
})

test('a text that no ConfigMap holds is not printed', async () => {
  await expect(printed({ files: one(`# ${'x'.repeat(1_048_576)}\n`) })).rejects.toMatchObject({
    fact: { reason: 'DocumentTooLarge' },
  })
})

test('warnings are said, and refuse with strict', async () => {
  const files = [{ ...fileWith('maxPods: 2\n'), targets: [globalTarget], named: true }]
  const { warnings } = await documentManifests(asked({ files }))
  expect(warnings).not.toEqual([])
  await expect(printed({ files, strict: true })).rejects.toMatchObject({ code: 'invalid' })
})
