import { expect, test } from '@jest/globals'
import { configMapName, globalTarget, nodeTarget, type Target } from '../../../../src/lib/documents/target.ts'
import { diffDocument } from '../../../../src/lib/flows/documents/diff-document.ts'
import { newest } from '../../../../src/lib/kubelet/model/releases.ts'
import type { Mishap } from '../../../support/in-process.ts'
import { clusterOf, forbidden, limits, put } from '../clusters.ts'
import { header } from './pushes.ts'

const targets = [globalTarget, nodeTarget('node-a')].map((target) => [configMapName(target), target] as const)

/** What differs where asking for nodes fails. */
async function diffWithout(target: Target, mishap: Mishap) {
  using world = clusterOf({})
  put(world, target, `${header}maxPods: 50\n`)
  world.mishap = ({ path }) => (path.startsWith('/api/v1/nodes') ? mishap : undefined)
  const bytes = new TextEncoder().encode(`${header}maxPods: 60\n`)
  return await diffDocument(world.cluster, { target, file: 'kubelet.yaml', bytes }, limits)
}

test.each(targets)('who may not see nodes sees what differs: %s', async (_, target) => {
  expect(await diffWithout(target, forbidden('nodes is forbidden'))).toMatchObject({
    changes: [{ path: 'maxPods', before: '50', after: '60' }],
    assessment: { changes: [{ path: 'maxPods' }] },
    warnings: [{ reason: 'NodesNotVisible', assumed: newest }],
  })
})

test.each(targets)('no other failure is passed over: %s', async (_, target) => {
  await expect(diffWithout(target, { kind: 'silence' })).rejects.toMatchObject({ code: 'unreachable' })
})
