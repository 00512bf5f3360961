import { describe, expect, test } from '@jest/globals'
import { lockStateFolder } from '../../../../src/lib/agent/host/state-folder/lock.ts'
import { planInstall } from '../../../../src/lib/agent/install/install.ts'
import { applyInstall } from '../../../../src/lib/agent/install/install-apply.ts'
import { agentInstallData, dryRunOfInstall } from '../../../../src/lib/agent/install/install-output.ts'
import { planUninstall } from '../../../../src/lib/agent/install/uninstall.ts'
import { applyUninstall } from '../../../../src/lib/agent/install/uninstall-apply.ts'
import {
  agentUnitPath,
  recordPath,
  rescueDropInPath,
  usualPlaces,
} from '../../../../src/lib/agent/installation/places.ts'
import { plainLine } from '../../../../src/lib/message/line.ts'
import { expectGolden } from '../../../support/golden.ts'
import { type Machine, makeMachine, request, stateFolder } from './machine.ts'

const limits = { signal: new AbortController().signal }
const unit = rescueDropInPath('kubelet.service')

/** What a dry run prints, without the texts of files. */
const printed = (plan: Awaited<ReturnType<typeof planInstall>>): readonly string[] =>
  dryRunOfInstall(plan)
    .map(plainLine)
    .slice(1)
    .filter((line) => /^ {2}\S/.test(line) && !line.startsWith('  keep '))
    .map((line) => line.trim().replace(/ in kube-system, bound to .*$/, ''))

async function installed(machine: Machine, runsAs: 'service' | 'pod' = 'service'): Promise<void> {
  await applyInstall(machine.install, await planInstall(machine.install, request({ runsAs }), limits), limits)
  machine.diary.length = 0
}

describe.each([
  ['a service, the file of the kubelet', 'service', false],
  ['a service, a drop-in for its unit', 'service', true],
  ['a pod, the file of the kubelet', 'pod', false],
  ['a pod, a drop-in for its unit', 'pod', true],
] as const)('%s', (_, runsAs, variable) => {
  test('a dry run prints what is done, and nothing else is done', async () => {
    await using machine = await makeMachine({ variable })
    const before = machine.listing()
    const plan = await planInstall(machine.install, request({ runsAs }), limits)
    expect(machine.listing()).toEqual(before)
    expect(machine.diary).toEqual([])
    await applyInstall(machine.install, plan, limits)
    expect(machine.diary).toEqual(printed(plan))
    // Whatever is there now is in the plan, or in the folder of the agent.
    const made = machine.listing().filter((line) => !before.includes(line) && !line.startsWith(stateFolder))
    const said = JSON.stringify(agentInstallData(plan, 'none'))
    expect(made.filter((line) => !said.includes(line.split(/\/? /)[0]!))).toEqual([])
  })

  test('a second time there is nothing to do', async () => {
    await using machine = await makeMachine({ variable })
    await installed(machine, runsAs)
    const before = machine.listing()
    const plan = await planInstall(machine.install, request({ runsAs }), limits)
    expect(printed(plan)).toEqual([])
    await applyInstall(machine.install, plan, limits)
    expect(machine.diary.filter((line) => !line.startsWith('try '))).toEqual([])
    expect(machine.listing()).toEqual(before)
  })

  test('an upgrade prints what is done, too', async () => {
    await using machine = await makeMachine({ variable })
    await installed(machine, runsAs)
    machine.write(unit, 'of an earlier version')
    const plan = await planInstall(machine.install, request({ runsAs }), limits)
    machine.diary.length = 0
    await applyInstall(machine.install, plan, limits)
    expect(machine.diary).toEqual(printed(plan))
    expect(machine.diary).toContain(`replace ${unit} (0644)`)
  })

  test('an uninstallation leaves the machine as it was', async () => {
    await using machine = await makeMachine({ variable })
    const before = machine.listing()
    await installed(machine, runsAs)
    const plan = await planUninstall(machine.uninstall, { places: usualPlaces, acceptedRisks: [] }, limits)
    await applyUninstall(machine.uninstall, plan, limits)
    // The folder of drop-ins was made, and goes; those of the kubelet stay.
    expect(machine.listing()).toEqual(before)
  })
})

test('the rescue for a pod has no unit, no program and no credentials', async () => {
  await using machine = await makeMachine({ variable: true })
  await installed(machine, 'pod')
  const names = machine.listing().map((line) => line.split(' ')[0])
  expect(names).toEqual(expect.arrayContaining([unit, `${stateFolder}/rescue/rescue.sh`]))
  expect(names.filter((name) => /token|kubeconfig$|\/usr\/local\/bin\/.|kubeletcfg-agent/.test(name!))).toEqual([])
  expect(JSON.parse(machine.text(recordPath(usualPlaces))!)).toMatchObject({
    runsAs: 'pod',
    place: { mode: 'unit', config: '/var/lib/kubelet/config.yaml' },
  })
})

describe('two agents', () => {
  const refusedFor = async (machine: Machine, runsAs: 'service' | 'pod') =>
    planInstall(machine.install, request({ runsAs }), limits).then(
      () => [],
      ({ fact }) => fact.problems.map(({ reason }: { reason: string }) => reason),
    )

  test('a service is not installed beside the pod of a DaemonSet, nor the other way round', async () => {
    await using machine = await makeMachine()
    await installed(machine, 'pod')
    expect(await refusedFor(machine, 'service')).toEqual(['InstalledForPod'])
    await using other = await makeMachine()
    await installed(other, 'service')
    expect(await refusedFor(other, 'pod')).toEqual(['InstalledAsService'])
  })

  test.each(['service', 'pod'] as const)('a %s is not installed where another agent runs', async (runsAs) => {
    await using machine = await makeMachine()
    machine.write(`${stateFolder}/lock`, '')
    const lock = await lockStateFolder(machine.path(stateFolder))
    expect(await refusedFor(machine, runsAs)).toEqual(['OtherAgentRuns'])
    lock!.release()
    expect(await refusedFor(machine, runsAs)).toEqual([])
  })
})

test('a service that an installation has started, and that is not ready yet, is no other agent', async () => {
  await using machine = await makeMachine()
  await installed(machine)
  machine.isStarting = true
  const lock = await lockStateFolder(machine.path(stateFolder))
  const plan = await planInstall(machine.install, request(), limits)
  expect(plan.steps).toContainEqual({ act: 'start-agent' })
  lock!.release()
})

test('a record that cannot be read ends an installation: our own file may be that of the kubelet by now', async () => {
  await using machine = await makeMachine({ variable: true })
  await installed(machine)
  machine.write(recordPath(usualPlaces), '{')
  await expect(planInstall(machine.install, request(), limits)).rejects.toMatchObject({
    fact: { problems: expect.arrayContaining([expect.objectContaining({ reason: 'InstallationUnreadable' })]) },
  })
})

test('as data, an installation has its steps with their texts, and no secret', async () => {
  await using machine = await makeMachine({ variable: true })
  const plan = await planInstall(machine.install, request(), limits)
  const data = agentInstallData(plan, 'client')
  const text = JSON.stringify({ apiVersion: 'kubeletcfg.dev/v1alpha1', kind: 'AgentInstallReport', ...data }, null, 2)
  expect(text).not.toContain('secret')
  expect(text).toContain(agentUnitPath)
  expectGolden(`${text}\n`, 'agent/install.json')
})
