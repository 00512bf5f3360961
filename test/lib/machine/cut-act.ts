import { deepEqual, ok } from 'node:assert/strict'
import { readdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { ApplyMode } from '../../../src/lib/agent/ports/live-config.ts'
import { type RealSide, realSide } from '../agent/host/real-side.ts'
import { type HostPorts, newestSchema, ownContent } from '../agent/ports/host-side.ts'

/** An act of the agent that can be cut off anywhere. `check` is the next life: it may do the act again. */
export interface CutAct {
  readonly name: string
  prepare(): Promise<RealSide>
  act(ports: HostPorts, side: RealSide): Promise<unknown>
  check(ports: HostPorts, side: RealSide): Promise<void>
  /** What is there, whatever ends the agent or the machine, once the act has resolved. */
  done(ports: HostPorts, side: RealSide): Promise<void>
}

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
export const state = (phase: string) => ({ schemaVersion: newestSchema, phase })
export const [good, trial, edited] = ['maxPods: 50\n', 'maxPods: -1\n', 'maxPods: 99\n']
export const own = (side: RealSide): string | undefined => (side.livePath.endsWith('.conf') ? undefined : ownContent)
export const oneOf = <T>(found: T, ...allowed: readonly T[]): void =>
  ok(allowed.includes(found), `${JSON.stringify(found)}, not one of ${JSON.stringify(allowed)}`)

/** A side in the state that some acts lead to. */
export const after =
  (mode: ApplyMode, acts: (ports: HostPorts, side: RealSide) => Promise<unknown> = async () => undefined) =>
  async (): Promise<RealSide> => {
    const side = await realSide(mode)
    await acts(await side.start(), side)
    return side
  }

/** Nothing of interrupted writes is left where other programs look. */
export async function isTidy(side: RealSide): Promise<void> {
  const names = await readdir(dirname(side.livePath))
  deepEqual(
    names.filter((name) => name.endsWith('.tmp') || name.endsWith('-rescue')),
    [],
  )
}

export async function leaves(ports: HostPorts, side: RealSide): Promise<void> {
  await ports.live.restoreLocal()
  deepEqual(await side.live(), own(side))
  if (own(side) !== undefined) deepEqual((await stat(side.livePath)).mode & 0o777, 0o644)
}

export const arm = ({ rescue }: HostPorts, what: Uint8Array | 'local') =>
  rescue.arm({ checkpoint: 'c'.repeat(64), good: what, threshold: 2, stateFiles: [] })

export async function crash(side: RealSide, threshold = 2): Promise<void> {
  await side.kubeletStarts('administrator')
  for (let i = 0; i < threshold; i++) await side.kubeletStarts('automatic')
}
