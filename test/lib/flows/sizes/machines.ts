import { Failure } from '../../../../src/lib/failure.ts'
import { type AutoscaleRequest, planAutoscaleNode } from '../../../../src/lib/flows/sizes/autoscale.ts'
import { applyAutoscale } from '../../../../src/lib/flows/sizes/autoscale-apply.ts'
import { balloon } from '../../../../src/lib/names.ts'
import type { Provider, ProviderCall, ProviderEnd } from '../../../../src/lib/ports/provider.ts'
import { cpuOf } from '../../../../src/lib/quantity/cpu.ts'
import { type Amounts, formatAmounts } from '../../../../src/lib/sizing/amounts.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { balloonOf, bindPod } from './balloons.ts'

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
export async function autoscale(world: InProcess, machine: Provider, { cpu, signal, ...more }: Wanted) {
  const limits = { signal: signal ?? new AbortController().signal }
  const usual = { timeoutMs: 5_000, providerTimeoutMs: 60_000, dryRun: 'none' } as const
  const request = { node: 'node-a', size: { cpu }, attempt: `attempt-${++attempts}`, ...usual, ...more }
  try {
    const own = { cluster: world.cluster, clock: world.clock, provider: machine }
    const plan = await planAutoscaleNode(own, request, limits)
    const { outcome, before, after, steps } = await applyAutoscale(own, plan, limits)
    return { outcome, cpu: `${before.cpu} → ${after.cpu}`, steps: steps.map(({ step }) => step) }
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

interface NodeBody {
  readonly metadata: { readonly annotations?: Readonly<Record<string, string>> }
}

/** What is noted on node-a. */
export function noteOf(world: InProcess): { cpu?: string; attempt?: { step: string; until: string } } | undefined {
  const { metadata } = world.asAdmin<NodeBody>({ method: 'GET', path: '/api/v1/nodes/node-a' })
  const text = metadata.annotations?.[balloon.machineAnnotation]
  return text === undefined ? undefined : JSON.parse(text)
}

export const fill = (world: InProcess, cpu: string): void => bindPod(world, { name: `pod-${cpu}`, cpu, memory: '1Gi' })
