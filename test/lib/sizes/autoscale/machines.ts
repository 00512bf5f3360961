import { configMapPath } from '../../../../src/lib/api/kinds.ts'
import { Failure } from '../../../../src/lib/message/failure.ts'
import { type Amounts, formatAmounts } from '../../../../src/lib/pods/amounts.ts'
import { cpuOf } from '../../../../src/lib/quantity/cpu.ts'
import { type AutoscaleRequest, planAutoscaleNode } from '../../../../src/lib/sizes/autoscale/autoscale.ts'
import { applyAutoscale } from '../../../../src/lib/sizes/autoscale/autoscale-apply.ts'
import { bucketOf } from '../../../../src/lib/sizes/desired/size-bucket.ts'
import type { SizingWorld } from '../../../../src/lib/sizes/ports/cluster.ts'
import type { Provider, ProviderCall, ProviderEnd } from '../../../../src/lib/sizes/ports/provider.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { balloonOf, bindPod } from '../resize/balloons.ts'

/** The machine of node-a: 4 cores and 16 GiB at first. */
export class Machine implements Provider {
  size: Amounts = { cpu: 4000n, memory: 16n * 2n ** 30n }
  readonly calls: ProviderCall[] = []
  /** How the next calls end, instead of `done`. */
  readonly ends: (ProviderEnd | (() => ProviderEnd | Promise<ProviderEnd>))[] = []

  async resize(call: ProviderCall): Promise<ProviderEnd> {
    this.calls.push(call)
    const next = this.ends.shift()
    const end = typeof next === 'function' ? await next() : next
    if (end === undefined || end.kind === 'done') this.size = call.to
    return end ?? { kind: 'done' }
  }

  /** Of each call. */
  get asked(): readonly string[] {
    return this.calls.map(({ phase, direction, from, to }) => `${phase} ${direction} ${show(from)} ${show(to)}`)
  }
}

const show = (amounts: Amounts): string => formatAmounts(amounts).cpu

export interface Wanted extends Partial<AutoscaleRequest> {
  readonly cpu: bigint
  readonly signal?: AbortSignal
}

let attempts = 0

/** What came of it. */
export async function autoscale(world: SizingWorld, machine: Provider, { cpu, signal, ...more }: Wanted) {
  const limits = { signal: signal ?? new AbortController().signal }
  const usual = { timeoutMs: 5_000, providerTimeoutMs: 60_000, dryRun: 'none' } as const
  const attempt = `00000000-0000-4000-8000-${String(++attempts).padStart(12, '0')}`
  const request = { node: 'node-a', size: { cpu }, attempt, ...usual, ...more }
  try {
    const own = { cluster: world.cluster, clock: world.clock, provider: machine }
    const plan = await planAutoscaleNode(own, request, limits)
    const { outcome, before, after, steps } = await applyAutoscale(own, plan, limits)
    const waits = plan.notes.length > 0 && { waitsFor: plan.notes }
    return { outcome, cpu: `${before.cpu} → ${after.cpu}`, steps: steps.map(({ step }) => step), ...waits }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { failed: error.code, fact: error.fact }
  }
}

/** The largest size that anybody sees: what a balloon claims counts once it is granted. */
export function cpuOfNode(world: InProcess): bigint {
  const pod = balloonOf(world)
  const requested = cpuOf(pod.spec.containers[0]?.resources?.requests?.['cpu'])
  const granted = cpuOf(pod.status?.containerStatuses?.[0]?.allocatedResources?.['cpu'])
  return 4000n - BigInt(Math.min(Number(granted), Number(requested)))
}

const path = configMapPath('kube-system', bucketOf('node-a'))
const key = 'node-a_machine'

/** What is noted about the machine of node-a. */
export function noteOf(world: InProcess): { cpu?: string; attempt?: { step: string; until: string } } | undefined {
  const text = world.asAdmin<{ data?: Record<string, string> }>({ method: 'GET', path }).data?.[key]
  return text === undefined ? undefined : JSON.parse(text)
}

/** Somebody edits the note with kubectl. */
export function noteAs(world: InProcess, text: string | null): void {
  const contentType = 'application/merge-patch+json'
  world.asAdmin({ method: 'PATCH', path, contentType, body: { data: { [key]: text } } })
}

/** A note about the machine of node-a as it is. */
export function noteText(world: InProcess, fields: object): string {
  const { metadata } = world.asAdmin<{ metadata: { uid: string } }>({ method: 'GET', path: '/api/v1/nodes/node-a' })
  return JSON.stringify({ cpu: '2', memory: '16Gi', uid: metadata.uid, ...fields })
}

export const fill = (world: InProcess, cpu: string): void => bindPod(world, { name: `pod-${cpu}`, cpu, memory: '1Gi' })
