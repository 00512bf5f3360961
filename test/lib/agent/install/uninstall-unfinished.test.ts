import { expect, test } from '@jest/globals'
import type { UninstallPlan } from '../../../../src/lib/agent/install/uninstall.ts'
import { applyUninstall, type UninstallOutcome } from '../../../../src/lib/agent/install/uninstall-apply.ts'
import { agentUninstallData } from '../../../../src/lib/agent/install/uninstall-output.ts'
import { agentUnitPath } from '../../../../src/lib/agent/installation/places.ts'
import { local } from '../../../../src/lib/agent/model/config.ts'
import { Failure, said } from '../../../../src/lib/message/failure.ts'
import { expectGolden } from '../../../support/golden.ts'
import { change, version } from './journals.ts'
import { document, stateFolder } from './machine.ts'
import { applyDocument, bytes, expectGone, installed, limits, planOf } from './with-agent.ts'

test('a change whose file is written and whose restart is missing is undone for the kubelet as it runs', async () => {
  await using machine = await installed()
  await applyDocument(machine, 'registryBurst: 7\n')
  const old = version(await machine.saveCheckpoint(document('registryBurst: 7\n')))
  // Means the same as the node's own file: by the files alone, nothing would have to be restarted.
  const next = version(await machine.saveCheckpoint(document('maxPods: 0x3c\n')))
  await machine.journal({
    active: next,
    work: {
      ...{ kind: 'Applying', ...change(next, old), stage: 'restarting', shadowedByFlags: [] },
      ...{
        allocatable: undefined,
        podsBefore: [],
        heartbeatsSeen: undefined,
        writtenAt: undefined,
        instead: undefined,
      },
    },
  })
  await (await machine.live()).write(bytes('maxPods: 0x3c\n'))
  const plan = await planOf(machine, ['drain'])
  expect(plan.back).toMatchObject({ restarts: true })
  await applyUninstall(machine.uninstall, plan, limits)
  expect(machine.diary).toContain('restart the kubelet')
  expectGone(machine, 'maxPods: 60\n')
})

test('so is a return whose restart is missing', async () => {
  await using machine = await installed()
  await applyDocument(machine, 'registryBurst: 7\n')
  const old = version(await machine.saveCheckpoint(document('registryBurst: 7\n')))
  const next = version(await machine.saveCheckpoint(document('registryBurst: 8\n')))
  await machine.journal({
    active: local,
    work: {
      ...{ kind: 'Applying', ...change(next, old), stage: 'writing', shadowedByFlags: [] },
      ...{
        allocatable: undefined,
        podsBefore: [],
        heartbeatsSeen: undefined,
        writtenAt: undefined,
        instead: undefined,
      },
    },
  })
  await (await machine.live()).restoreLocal()
  expect((await planOf(machine, ['drain'])).back.restarts).toBe(true)
})

test('what fails later says that it can be continued', async () => {
  await using machine = await installed()
  await applyDocument(machine, 'registryBurst: 7\n')
  const plan = await planOf(machine, ['drain'])
  const kubelet = machine.uninstall.kubelet('')
  const failing = {
    ...machine.uninstall,
    kubelet: () => ({
      ...kubelet,
      restart: async () => {
        throw new Failure('refused', { reason: 'SystemdRefused' })
      },
    }),
  }
  await expect(applyUninstall(failing, plan, limits)).rejects.toMatchObject({
    fact: { reason: 'AgentUninstallFailed', because: { reason: 'SystemdRefused' } },
  })
  await applyUninstall(machine.uninstall, await planOf(machine), limits)
  expect(machine.diary).toContain('restart the kubelet')
  expectGone(machine, 'maxPods: 60\n')
})

test('as data, an uninstallation has what it requires and what it has removed', async () => {
  await using machine = await installed()
  await applyDocument(machine, 'registryBurst: 7\n')
  const report = (plan: UninstallPlan, done?: UninstallOutcome): string => {
    const data = agentUninstallData(plan, done, done === undefined ? 'client' : 'none')
    return `${JSON.stringify({ apiVersion: 'kubeletcfg.dev/v1alpha1', kind: 'AgentUninstallReport', ...data }, null, 2)}\n`
  }
  expectGolden(report(await planOf(machine)), 'agent/uninstall-refused.json')
  const plan = await planOf(machine, ['drain'])
  expect(JSON.parse(report(plan)).removed).toContain(agentUnitPath)
  machine.onStop = async () => machine.uninstall.files.remove(`${stateFolder}/kubeconfig`).then(() => undefined)
  const done = await applyUninstall({ ...machine.uninstall, withdraw: unreachable }, plan, limits)
  expectGolden(report(plan, done), 'agent/uninstall.json')
})

const unreachable = async (): Promise<never> => {
  throw new Failure('unreachable', said('NoAnswer', 'the API server does not answer'))
}
