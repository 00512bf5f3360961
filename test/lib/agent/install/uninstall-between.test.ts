import { expect, test } from '@jest/globals'
import { KubeletStateFiles } from '../../../../src/lib/agent/host/kubelet-state-files.ts'
import { lockStateFolder } from '../../../../src/lib/agent/host/state-folder/lock.ts'
import type { UninstallPlan } from '../../../../src/lib/agent/install/uninstall.ts'
import { applyUninstall } from '../../../../src/lib/agent/install/uninstall-apply.ts'
import { Failure } from '../../../../src/lib/message/failure.ts'
import { type Machine, stateFolder } from './machine.ts'
import { applyDocument, expectGone, installed, limits, planOf } from './with-agent.ts'

const unit = 'kubeletcfg-agent.service'

/** Refused, with the agent as it was and nothing undone. */
async function expectRefused(machine: Machine, plan: UninstallPlan, fact: object): Promise<void> {
  const before = machine.listing().filter((line) => !line.includes('/lock '))
  await expect(applyUninstall(machine.uninstall, plan, limits)).rejects.toMatchObject({ fact })
  expect(machine.agent).toEqual({ isActive: true, isEnabled: true })
  expect(machine.listing().filter((line) => !line.includes('/lock '))).toEqual(before)
  expect(machine.diary).toEqual([`run systemctl enable ${unit}`, `run systemctl restart ${unit}`])
}

test('a document that was applied after the plan is not left in the kubelet', async () => {
  await using machine = await installed()
  const plan = await planOf(machine)
  expect(plan.back.restarts).toBe(false)
  await applyDocument(machine, 'maxPods: 50\n')
  await expectRefused(machine, plan, { reason: 'UninstallPlanOutdated', disruption: 'restart' })
  await applyUninstall(machine.uninstall, await planOf(machine), limits)
  expect(machine.diary).toContain('restart the kubelet')
  expectGone(machine, 'maxPods: 60\n')
})

test('a document that the agent applies while it is being stopped is seen, too', async () => {
  await using machine = await installed()
  const plan = await planOf(machine)
  let isFirst = true
  machine.onStop = async () => {
    if (isFirst) await applyDocument(machine, 'maxPods: 50\n')
    isFirst = false
  }
  await expect(applyUninstall(machine.uninstall, plan, limits)).rejects.toMatchObject({
    fact: { reason: 'UninstallPlanOutdated' },
  })
  expect(machine.agent.isActive).toBe(true)
  await applyUninstall(machine.uninstall, await planOf(machine), limits)
  expectGone(machine, 'maxPods: 60\n')
})

test('a trial that was begun after the plan goes on, and the next plan ends it with its state files', async () => {
  const own = 'reservedSystemCPUs: "0"\n'
  await using machine = await installed(own)
  const stateFiles = new KubeletStateFiles(machine.path('/var/lib/kubelet'))
  machine.write('/var/lib/kubelet/cpu_manager_state', 'of the own policy')
  const plan = await planOf(machine)
  await stateFiles.moveAside(['cpu_manager_state'])
  await applyDocument(machine, 'reservedSystemCPUs: "0"\ncpuManagerPolicy: static\n')
  machine.write('/var/lib/kubelet/cpu_manager_state', 'of the trial')
  await expectRefused(machine, plan, { reason: 'UninstallPlanOutdated', disruption: 'restart' })
  await applyUninstall(machine.uninstall, await planOf(machine), limits)
  expect(machine.text('/var/lib/kubelet/cpu_manager_state')).toBe('of the own policy')
  expect(await stateFiles.names()).toEqual([])
  expectGone(machine, own)
})

test('a risk that came after the plan needs the consent of the operator', async () => {
  await using machine = await installed('reservedSystemCPUs: "0"\n')
  await applyDocument(machine, 'reservedSystemCPUs: "0"\nregistryBurst: 7\n')
  const plan = await planOf(machine)
  expect(plan.back.disruption).toBe('restart')
  await applyDocument(machine, 'reservedSystemCPUs: "0"\ncpuManagerPolicy: static\n')
  await expectRefused(machine, plan, { reason: 'UninstallPlanOutdated', disruption: 'state-file' })
  expect((await planOf(machine)).refusal?.fact).toMatchObject({ reason: 'UninstallNeedsRisk' })
})

test('if less is required than was planned, it is done without the rest', async () => {
  await using machine = await installed()
  await applyDocument(machine, 'maxPods: 50\n')
  const plan = await planOf(machine, ['drain'])
  expect(plan.back.restarts).toBe(true)
  // The document was deleted, and the agent brought the node's own file back.
  await (await machine.live()).restoreLocal()
  machine.restartKubelet()
  expect(await applyUninstall(machine.uninstall, plan, limits)).toMatchObject({ restarted: false })
  expect(machine.diary).not.toContain('restart the kubelet')
  expectGone(machine, 'maxPods: 60\n')
})

test('while another agent works, nothing is undone', async () => {
  await using machine = await installed()
  const plan = await planOf(machine)
  machine.write(`${stateFolder}/lock`, '')
  const lock = await lockStateFolder(machine.path(stateFolder))
  await expectRefused(machine, plan, { reason: 'OtherAgentRuns' })
  lock!.release()
  await applyUninstall(machine.uninstall, plan, limits)
  expectGone(machine, 'maxPods: 60\n')
})

test('what is interrupted before anything was undone starts the agent again', async () => {
  await using machine = await installed()
  const plan = await planOf(machine)
  machine.onStop = async () => {
    throw Object.assign(new Error('interrupted'), { name: 'AbortError' })
  }
  await expect(applyUninstall(machine.uninstall, plan, limits)).rejects.toThrow('interrupted')
  expect(machine.agent).toEqual({ isActive: true, isEnabled: true })
})

test('an agent that does not start again is named, with what ended the uninstallation', async () => {
  await using machine = await installed()
  const plan = await planOf(machine)
  await applyDocument(machine, 'maxPods: 50\n')
  const enableNow = async (): Promise<never> => {
    throw new Failure('refused', { reason: 'SystemdRefused' })
  }
  const world = { ...machine.uninstall, units: { ...machine.uninstall.units, enableNow } }
  await expect(applyUninstall(world, plan, limits)).rejects.toMatchObject({
    code: 'conflict',
    fact: { reason: 'AgentStaysStopped', because: { reason: 'UninstallPlanOutdated' } },
  })
})
