import { expect, test } from '@jest/globals'
import { globalTarget, nodeTarget } from '../../../../src/lib/documents/target.ts'
import { Failure } from '../../../../src/lib/failure.ts'
import { diffDocument } from '../../../../src/lib/flows/documents/diff-document.ts'
import { newest } from '../../../../src/lib/kubelet/model/releases.ts'
import { FakeCluster } from '../../../support/fake-cluster.ts'
import { header, limits } from './pushes.ts'

const targets = [globalTarget, nodeTarget('node-a')]

/** What differs where asking for nodes fails. */
async function diffWithout(target: (typeof targets)[number], failure: Failure) {
  const cluster = new FakeCluster()
  cluster.documents.put(target, `${header}maxPods: 50\n`)
  const fail = async () => {
    throw failure
  }
  Object.assign(cluster.nodes, { read: fail, list: fail })
  const bytes = new TextEncoder().encode(`${header}maxPods: 60\n`)
  return diffDocument(cluster, { target, file: 'kubelet.yaml', bytes }, limits)
}

test.each(targets)('who may not see nodes is told what differs: %j', async (target) => {
  expect(await diffWithout(target, new Failure('refused', 'nodes is forbidden'))).toMatchObject({
    changes: [{ path: 'maxPods', before: '50', after: '60' }],
    assessment: { changes: [{ path: 'maxPods' }] },
    warnings: [`nodes is forbidden; what a change costs is told for kubelet ${newest}`],
  })
})

test.each(targets)('no other failure is passed over: %j', async (target) => {
  await expect(diffWithout(target, new Failure('timeout', 'no answer'))).rejects.toMatchObject({ code: 'timeout' })
})
