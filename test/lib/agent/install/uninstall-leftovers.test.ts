import { mkdirSync, rmSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { planInstall } from '../../../../src/lib/agent/install/install.ts'
import { applyInstall } from '../../../../src/lib/agent/install/install-apply.ts'
import { planUninstall } from '../../../../src/lib/agent/install/uninstall.ts'
import { applyUninstall } from '../../../../src/lib/agent/install/uninstall-apply.ts'
import type { RunsAs } from '../../../../src/lib/agent/installation/installation.ts'
import { modeOfLeftovers, unitTraceIn } from '../../../../src/lib/agent/installation/place-of-leftovers.ts'
import {
  agentUnitPath,
  configDropInPath,
  recordPath,
  usualPlaces,
} from '../../../../src/lib/agent/installation/places.ts'
import { document, type Machine, makeMachine, ownConfig, request, stateFolder } from './machine.ts'

const limits = { signal: new AbortController().signal }
const record = recordPath(usualPlaces)

async function installed(variable: boolean, runsAs: RunsAs = 'service'): Promise<Machine> {
  const machine = await makeMachine({ variable })
  await applyInstall(machine.install, await planInstall(machine.install, request({ runsAs }), limits), limits)
  await machine.journal({})
  return machine
}

const planOf = (machine: Machine) =>
  planUninstall(machine.uninstall, { places: usualPlaces, acceptedRisks: ['drain'] }, limits)

const places = [
  ['file', { mode: 'file', config: ownConfig }],
  ['unit', { mode: 'unit', config: ownConfig }],
] as const

describe.each(places)('without a readable record, after an installation with the mode %s', (mode, place) => {
  test.each([
    ['the record is damaged', () => undefined],
    [
      'a folder is in its place',
      (machine: Machine) => {
        rmSync(machine.path(record))
        mkdirSync(machine.path(record))
      },
    ],
    ['the unit of the agent is gone, too', (machine: Machine) => machine.uninstall.files.remove(agentUnitPath)],
    [
      'the state folder is gone',
      (machine: Machine) => machine.uninstall.files.removeFolder(stateFolder).then(() => undefined),
    ],
  ] as const)('the node gets its own configuration back: %s', async (_, lose) => {
    await using machine = await installed(mode === 'unit')
    await (await machine.live(place)).write(Buffer.from(document('registryBurst: 7\n')))
    machine.restartKubelet()
    machine.write(record, '{')
    await lose(machine)
    const plan = await planOf(machine)
    expect(plan.installation?.place).toEqual(place)
    expect(plan.back.restarts).toBe(true)
    expect(plan.warnings).toMatchObject([{ reason: 'InstallationDamaged', mode, left: ['/usr/local/bin/kubeletcfg'] }])
    await applyUninstall(machine.uninstall, plan, limits)
    expect(machine.text(ownConfig)).toBe(document('maxPods: 60\n'))
    const left = machine.listing().filter((line) => line.includes('kubeletcfg') && !line.includes('bin/kubeletcfg '))
    expect(left).toEqual([expect.stringContaining('/srv/kubeletcfg')])
  })
})

test('the name of the node is in the unit of the agent', async () => {
  await using machine = await installed(false)
  machine.write(record, '')
  machine.diary.length = 0
  await applyUninstall(machine.uninstall, await planOf(machine), limits)
  expect(machine.diary).toContain('withdraw from node-a')
})

test('a pod has none: what stays on the Node is said', async () => {
  await using machine = await installed(true, 'pod')
  machine.write(record, '')
  const { warnings } = await applyUninstall(machine.uninstall, await planOf(machine), limits)
  expect(warnings).toEqual([{ reason: 'NodeNameLost' }])
})

test('files that contradict each other are named, and nothing is undone', async () => {
  await using machine = await installed(false)
  machine.write(record, '{')
  const dropIn = configDropInPath('kubelet.service')
  machine.write(dropIn, '[Service]\n')
  const before = machine.listing()
  await expect(planOf(machine)).rejects.toMatchObject({
    code: 'refused',
    fact: { problems: [{ reason: 'InstallationUnclear', paths: [agentUnitPath, dropIn] }] },
  })
  expect(machine.listing()).toEqual(before)
})

test('an installation that changed nothing of the kubelet is removed without a look at its files', async () => {
  await using machine = await makeMachine()
  machine.write(`${stateFolder}/state.json`, '')
  const plan = await planOf(machine)
  expect(plan).toMatchObject({ back: { restarts: false }, warnings: [{ reason: 'InstallationDamaged', by: [] }] })
  await applyUninstall(machine.uninstall, plan, limits)
  expect(machine.listing().filter((line) => line.startsWith(stateFolder))).toEqual([])
  expect(machine.text(ownConfig)).toBe(document('maxPods: 60\n'))
})

test.each([
  ['nothing', [], { kind: 'none' }],
  ['one', [{ mode: 'file', path: '/a' }] as const, { kind: 'mode', mode: 'file', by: ['/a'] }],
  [
    'several that agree',
    [
      { mode: 'unit', path: '/a' },
      { mode: 'unit', path: '/b' },
    ] as const,
    { kind: 'mode', mode: 'unit', by: ['/a', '/b'] },
  ],
  [
    'two that do not',
    [
      { mode: 'unit', path: '/a' },
      { mode: 'file', path: '/b' },
    ] as const,
    { kind: 'unclear', paths: ['/a', '/b'] },
  ],
])('the mode by %s', (_, leftovers, expected) => {
  expect(modeOfLeftovers(leftovers)).toEqual(expected)
})

test.each([
  [
    'ExecStart=/opt/kubeletcfg agent run --node-name=n --namespace=s --apply-mode=unit\n',
    ['unit', 'n', 's', '/opt/kubeletcfg'],
  ],
  ['ExecStart="/opt/a%%b/kubeletcfg" agent run "--node-name=n"\n', [undefined, 'n', undefined, '/opt/a%%b/kubeletcfg']],
  ['ExecStart=/bin/true --apply-mode=other\n', [undefined, undefined, undefined, '/bin/true']],
  ['', [undefined, undefined, undefined, undefined]],
])('the unit %j says what it knows', (text, [mode, node, namespace, executable]) => {
  expect(unitTraceIn(text)).toEqual({ mode, node, namespace, executable })
})
