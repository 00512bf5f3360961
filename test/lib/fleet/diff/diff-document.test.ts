import { expect, test } from '@jest/globals'
import { configMapName, globalTarget, nodeTarget, type Target } from '../../../../src/lib/documents/target.ts'
import { diffDocument } from '../../../../src/lib/fleet/diff/diff-document.ts'
import { newest } from '../../../../src/lib/kubelet/model/releases.ts'
import { judgeTogether } from '../../../../src/lib/offline/validate/check-together.ts'
import type { Mishap } from '../../../support/in-process.ts'
import { clusterOf, forbidden, limits, put } from '../../cluster/clusters.ts'
import { header } from '../push/pushes.ts'

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

test('drop-ins of the nodes are merged over both documents', async () => {
  using world = clusterOf({})
  put(world, globalTarget, `${header}maxPods: 50\neventBurst: 5\n`)
  const bytes = new TextEncoder().encode(`${header}maxPods: 60\neventBurst: 6\n`)
  const dropIn = { file: 'd/a.conf', read: async () => new TextEncoder().encode(`${header}maxPods: 30\nfoo: 1\n`) }
  const together = await judgeTogether({ path: 'd', ignored: undefined, files: [dropIn], others: [] })
  const asked = { target: globalTarget, file: 'kubelet.yaml', bytes, together }
  const { changes, warnings } = await diffDocument(world.cluster, asked, limits)
  expect(changes).toEqual([{ path: 'eventBurst', before: '5', after: '6' }])
  expect(warnings).toMatchObject([
    { reason: 'DocumentProblem', finding: { rule: 'STRICT-UNKNOWN', file: 'd/a.conf', line: 4 } },
  ])
})
