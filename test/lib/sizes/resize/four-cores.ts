import { expect } from '@jest/globals'
import type { FailureCode } from '../../../../src/lib/message/failure.ts'
import type { DryRunMode } from '../../../../src/lib/ports/limits.ts'
import { parseSize } from '../../../../src/lib/sizes/model/size.ts'
import type { IfFull } from '../../../../src/lib/sizes/plan/plan.ts'
import type { SizeChange } from '../../../../src/lib/sizes/resize/apply-plan.ts'
import { setSize } from '../../../../src/lib/sizes/resize/execute-resize.ts'
import { measureNode } from '../../../../src/lib/sizes/resize/survey.ts'
import type { InProcess, Mishap } from '../../../support/in-process.ts'
import { clusterWithBalloons, isResize, runPod } from './balloons.ts'

export const floor = { cpu: '1m', memory: '16Mi' }
export const shrunk = { cpu: '2', memory: '16Mi' }
export const theirs = { cpu: '3', memory: '16Mi' }

/** One node of 4 cores, and a pod that requests one. */
export function fourCores(): InProcess {
  const world = clusterWithBalloons({})
  runPod(world, { name: 'web', cpu: '1', memory: '1Gi' })
  return world
}

interface How {
  readonly dryRun?: DryRunMode
  readonly signal?: AbortSignal
  readonly noCordon?: boolean
  readonly ifFull?: IfFull
}

export async function setCpu(
  world: InProcess,
  cpu: string,
  { dryRun = 'none', noCordon, ifFull, signal = new AbortController().signal }: How = {},
): Promise<SizeChange> {
  const measured = await measureNode(world.cluster, 'node-a', { signal })
  const request = { size: { cpu: parseSize('cpu', cpu) }, timeoutMs: 5_000, dryRun, noCordon, ifFull }
  return setSize(world, { measured, request }, { signal })
}

/** What goes wrong with the resizes that are sent, the first one first. */
export function onResizes(world: InProcess, ...mishaps: readonly (() => Mishap | undefined)[]): void {
  let count = 0
  world.mishap = (call) => (isResize(call) ? mishaps[count++]?.() : undefined)
}

export const fine = () => undefined

/** A Failure of this code, with this of a fact. */
export const failing = (code: FailureCode, fact: object) =>
  expect.objectContaining({ code, fact: expect.objectContaining(fact) })
