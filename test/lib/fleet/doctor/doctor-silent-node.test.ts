import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { globalTarget } from '../../../../src/lib/documents/target.ts'
import { diagnoseNode, type NodeDiagnosis } from '../../../../src/lib/fleet/doctor/doctor-node.ts'
import { describeNodeDiagnosis } from '../../../../src/lib/fleet/doctor/output.ts'
import { InProcess } from '../../../support/in-process.ts'
import { limits } from '../../cluster/clusters.ts'
import { pushTo } from '../push/pushes.ts'
import { report, stored } from '../status/reports.ts'

let world: InProcess

beforeEach(() => {
  world = new InProcess({ nodes: 1 })
})
afterEach(() => world[Symbol.dispose]())

const diagnose = (): Promise<NodeDiagnosis> =>
  diagnoseNode({ cluster: world.cluster, clock: world.clock, policies: [], version: '0.1.0' }, 'node-a', limits)
const reasons = (facts: NodeDiagnosis['care']) => facts.map(({ reason }) => reason)

test.each<[string, () => void, NodeDiagnosis['verdict'], string]>([
  ['without an agent', () => undefined, 'missing', 'AgentNotThere'],
  [
    'whose agent is silent',
    () => {
      report(world, 'node-a', {})
      world.sandbox.advance(16 * 60_000)
    },
    'silent',
    'AgentSilent',
  ],
  [
    'whose kubelet is not heard',
    () => {
      world.sandbox.stopKubelet('node-a')
      report(world, 'node-a', {})
      world.sandbox.advance(60_000)
    },
    'kubelet-silent',
    'KubeletNotHeard',
  ],
])('a node %s does not work', async (_, happens, verdict, reason) => {
  happens()
  const found = await diagnose()
  expect([found.verdict, reasons(found.problems)]).toEqual([verdict, [reason]])
  const head = verdict === 'kubelet-silent' ? 'heard until lately, but the kubelet is not heard' : verdict
  expect(describeNodeDiagnosis(found)).toMatch(new RegExp(`^agent: ${head}\\n`))
})

test('a node whose document is not what it runs says so', async () => {
  await pushTo(world, 'maxPods: 50\n', { targets: [globalTarget], acceptedRisks: ['drain'] })
  report(world, 'node-a', { phase: 'RolledBack', assigned: await stored(world, globalTarget) })
  const { care } = await diagnose()
  expect(care).toContainEqual(expect.objectContaining({ reason: 'KubeletRuns', config: { source: 'local' } }))
  await pushTo(world, 'maxPods: 60\n', { targets: [globalTarget], acceptedRisks: ['drain'] })
  expect(reasons((await diagnose()).care)).toContain('DocumentNotSeen')
})
