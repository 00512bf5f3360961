import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { forgetBad } from '../../../../src/lib/fleet/control/bad-documents.ts'
import { applyControl, type ControlRequest, planControl } from '../../../../src/lib/fleet/control/control-nodes.ts'
import { optIn, optOut } from '../../../../src/lib/fleet/control/opt-out-nodes.ts'
import { said } from '../../../../src/lib/message/failure.ts'
import { agent } from '../../../../src/lib/names.ts'
import type { DryRunMode } from '../../../../src/lib/ports/limits.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { clusterOf, limits } from '../../cluster/clusters.ts'
import { report } from '../status/reports.ts'

const now = '2026-11-22T21:00:00.000Z'
let world: InProcess

beforeEach(() => {
  world = clusterOf({}, { name: 'node-b' })
})
afterEach(() => world[Symbol.dispose]())

const nodes = { by: 'name', names: ['node-a', 'node-b'] } as const

async function control(request: ControlRequest, dryRun: DryRunMode = 'none') {
  const plan = await planControl(world, request, limits)
  const outcomes = await applyControl(world.cluster, { plan, dryRun }, limits)
  return { plan, codes: outcomes.map(({ failure }) => failure?.code), actions: plan.steps.map(({ action }) => action) }
}

async function annotated(name: string): Promise<readonly string[]> {
  const found = await world.cluster.nodes.list({}, limits)
  return found.map(({ annotations }) => annotations[name] ?? '')
}

describe('an opt-out', () => {
  const documents = agent.annotation.documents

  test('is written, once, and taken back', async () => {
    expect(await control({ nodes, decide: optOut('freeze') })).toMatchObject({ actions: ['change', 'change'] })
    expect(await control({ nodes, decide: optOut('freeze') })).toMatchObject({ actions: ['unchanged', 'unchanged'] })
    expect(await annotated(documents)).toEqual(['freeze', 'freeze'])
    await control({ nodes, decide: optOut('local') })
    expect(await annotated(documents)).toEqual(['local', 'local'])
    await control({ nodes, decide: optIn(false) })
    expect(await annotated(documents)).toEqual(['', ''])
    await control({ nodes, decide: optIn(true) })
    expect(await annotated(documents)).toEqual(['all', 'all'])
  })

  test.each<DryRunMode>(['client', 'server'])('of a dry run (%s) is not written', async (dryRun) => {
    expect(await control({ nodes, decide: optOut('freeze') }, dryRun)).toMatchObject({ actions: ['change', 'change'] })
    expect(await annotated(documents)).toEqual(['', ''])
  })

  test('of a node that does not exist does not stop the others', async () => {
    const some = { by: 'name', names: ['node-y', 'node-a'] } as const
    expect((await control({ nodes: some, decide: optOut('freeze') })).codes).toEqual([undefined, 'invalid'])
    expect(await annotated(documents)).toEqual(['freeze', ''])
  })

  test('by a file on the node still counts, and whoever opts in is told', async () => {
    report(world, 'node-a', { phase: 'Frozen', optOut: { by: 'file', mode: 'freeze' } })
    const { plan } = await control({ nodes, decide: optIn(false) })
    expect(plan).toMatchObject({
      notes: [{ reason: 'AgentsNotThereYet', nodes: ['node-b'] }],
      warnings: [{ reason: 'OptedOutOnNode', subject: { name: 'node-a' } }],
    })
  })
})

describe('a bad document', () => {
  const because = said('KubeletCrashed', 'the kubelet ended 3 times')
  const bad = ['v1:sha256:aa11', 'v1:sha256:aa22', 'v1:sha256:bb'].map((digest) => ({
    digest,
    kubeletVersion: 'v1.36.3',
    because,
    at: 0,
  }))
  const forget = (wanted: string | undefined) =>
    control({ nodes: { by: 'name', names: ['node-a'] }, decide: forgetBad(wanted, now) })

  test.each([
    [undefined, `all@${now}`],
    ['bb', `v1:sha256:bb@${now}`],
    ['v1:sha256:aa2', `v1:sha256:aa22@${now}`],
  ])('%s is forgotten by what the agent is told', async (wanted, value) => {
    report(world, 'node-a', { bad })
    expect((await forget(wanted)).codes).toEqual([undefined])
    expect(await annotated(agent.annotation.forgetBad)).toEqual([value, ''])
  })

  test.each([
    ['aa', 'BadDocumentAmbiguous'],
    ['cc', 'BadDocumentNotFound'],
  ])('%s is not one: %s', async (wanted, reason) => {
    report(world, 'node-a', { bad })
    const { plan, codes } = await forget(wanted)
    expect([plan.steps[0]?.failure?.fact.reason, codes]).toEqual([reason, ['invalid']])
    expect(await annotated(agent.annotation.forgetBad)).toEqual(['', ''])
  })
})
