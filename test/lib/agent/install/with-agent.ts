import { expect } from '@jest/globals'
import { planInstall } from '../../../../src/lib/agent/install/install.ts'
import { applyInstall } from '../../../../src/lib/agent/install/install-apply.ts'
import { planUninstall, type UninstallPlan } from '../../../../src/lib/agent/install/uninstall.ts'
import { agentUnitPath, rescueDropInPath, usualPlaces } from '../../../../src/lib/agent/installation/places.ts'
import type { Risk } from '../../../../src/lib/kubelet/changes/disruption.ts'
import { document, type Machine, makeMachine, ownConfig, request, stateFolder } from './machine.ts'

export const limits = { signal: new AbortController().signal }
export const bytes = (fields: string): Uint8Array => Buffer.from(document(fields))

export async function installed(own?: string): Promise<Machine> {
  const machine = await makeMachine(own === undefined ? {} : { own })
  await applyInstall(machine.install, await planInstall(machine.install, request(), limits), limits)
  await machine.journal({})
  machine.diary.length = 0
  return machine
}

/** As an agent does it, to its end. */
export async function applyDocument(machine: Machine, fields: string): Promise<void> {
  await (await machine.live()).write(bytes(fields))
  machine.restartKubelet()
}

export const planOf = (machine: Machine, acceptedRisks: readonly Risk[] = []): Promise<UninstallPlan> =>
  planUninstall(machine.uninstall, { places: usualPlaces, acceptedRisks }, limits)

/** The kubelet runs with the node's own file, and nothing of the agent is there. */
export function expectGone(machine: Machine, own: string): void {
  expect(machine.text(ownConfig)).toBe(document(own))
  for (const path of [
    agentUnitPath,
    rescueDropInPath('kubelet.service'),
    stateFolder,
    `${ownConfig}.kubeletcfg-original`,
  ])
    expect(machine.text(path)).toBeUndefined()
  expect(machine.listing().filter((line) => line.includes('kubeletcfg'))).toEqual([
    expect.stringContaining('/srv/kubeletcfg'),
  ])
}
