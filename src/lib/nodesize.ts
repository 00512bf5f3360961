/**
 * `kubeletcfg/nodesize`: what the author of an autoscaler needs of nodesize. Amounts are bigints: cpu in thousandths of a core,
 * memory in bytes. Every function that rejects does so with a `Failure`: its `code` is the kind, its `reason` is CamelCase and
 * stable, and its `fact` has the data. An option that is not known, or a value that is none, is a TypeError, before anything is sent. A signal that aborts ends each call soon, with the code `interrupted`, after what is
 * half done was undone.
 */

import type { PendingPod } from './cluster/ports/nodes.ts'
import type { Cluster, OpenCluster } from './connect/cluster.ts'
import { type ConnectOptions, connect as open } from './connect/connect.ts'
import { systemClock } from './machine/clock.ts'
import type { Fact } from './message/fact.ts'
import type { NodeSelection } from './nodes/node-selection.ts'
import { type Amounts, resources } from './pods/amounts.ts'
import type { Clock } from './ports/clock.ts'
import type { DryRunMode } from './ports/limits.ts'
import { parseCpu } from './quantity/cpu.ts'
import { parseMemory } from './quantity/memory.ts'
import { type AutoscaleRequest, planAutoscaleNode } from './sizes/autoscale/autoscale.ts'
import { type AutoscaleChange, applyAutoscale } from './sizes/autoscale/autoscale-apply.ts'
import type { NodeSize } from './sizes/model/node-size.ts'
import type { SizeExpression } from './sizes/model/size.ts'
import { foresee, type Preview, type PreviewOptions } from './sizes/plan/preview.ts'
import type { Provider } from './sizes/ports/provider.ts'
import { checkOptions, checkSelection, checkSize, checkTexts } from './sizes/program-options.ts'
import type { SizeChange } from './sizes/resize/apply-plan.ts'
import { resizeNode as resize } from './sizes/resize/apply-resizes.ts'
import type { ResizeRequest } from './sizes/resize/plan-resizes.ts'
import { survey } from './sizes/resize/survey.ts'

export type { PendingPod } from './cluster/ports/nodes.ts'
export type { Cluster, OpenCluster } from './connect/cluster.ts'
export type { ConnectOptions } from './connect/connect.ts'
export { messageOf } from './message/describe.ts'
export type { Fact, Subject } from './message/fact.ts'
export { Failure, type FailureCode } from './message/failure.ts'
export type { NodeSelection } from './nodes/node-selection.ts'
export { type Amounts, formatAmounts, type Resource } from './pods/amounts.ts'
export type { Clock } from './ports/clock.ts'
export type { AutoscaleChange } from './sizes/autoscale/autoscale-apply.ts'
export type { AutoscaleFact, FailedEnd } from './sizes/autoscale/autoscale-messages.ts'
export type { HoldPolicy } from './sizes/model/hold-policy.ts'
export type { NodeSize, Occupant } from './sizes/model/node-size.ts'
export type { ObstacleFact } from './sizes/model/size-messages.ts'
export type { IfFull } from './sizes/plan/plan.ts'
export type { Preview, PreviewOptions } from './sizes/plan/preview.ts'
export type { Provider, ProviderCall, ProviderEnd } from './sizes/ports/provider.ts'
export type { SizeChange } from './sizes/resize/apply-plan.ts'
export type { ResizeFlowFact } from './sizes/resize/resize-messages.ts'

/** What ends a call early, and the clock of its deadlines. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** Default: the clock of the machine. */
  readonly clock?: Clock | undefined
}

export interface NodeSizes {
  /** In the order of the requested names; otherwise by name. */
  readonly sizes: readonly NodeSize[]
  /** Names of nodes that do not exist. */
  readonly unknown: readonly string[]
  /** Such as pods that look like balloons, or an installation in another namespace. */
  readonly warnings: readonly Fact[]
}

/**
 * Opens a cluster, as kubectl finds it. Sends no request yet. Failure: `usage` (a kubeconfig that cannot be used).
 */
export async function connect(options: ConnectOptions): Promise<OpenCluster> {
  checkOptions('connect', options)
  return open(options)
}

/**
 * Measures nodes: allocatable, size, what pods request, what is free. Each object is read once, whatever the number of nodes.
 * Failure: `usage` (a selector that is none), `refused` (RBAC), `unreachable`.
 */
export async function readNodeSizes(
  cluster: Cluster,
  nodes: NodeSelection,
  options: CallOptions = {},
): Promise<NodeSizes> {
  checkSelection(nodes)
  checkOptions('readNodeSizes', options)
  const { signal = never() } = options
  const { sizes, unknown, warnings } = await survey(cluster, nodes, { signal })
  return { sizes, unknown, warnings }
}

/** Pods that no node has yet, without balloons. Failure: `refused` (RBAC), `unreachable`. */
export async function readPendingPods(cluster: Cluster, options: CallOptions = {}): Promise<readonly PendingPod[]> {
  checkOptions('readPendingPods', options)
  const { signal = never() } = options
  return cluster.nodes.pendingPods({ signal })
}

/**
 * Plans a resize without a request to the cluster. `size`: what pods are to be able to request together; a resource without an
 * amount stays as it is.
 */
export function planResize(measured: NodeSize, size: Partial<Amounts>, options: PreviewOptions = {}): Preview {
  checkSize('planResize', size)
  checkOptions('planResize', options)
  return foresee(measured, size, options)
}

/** Amounts from quantities as in manifests: `{ cpu: '3500m', memory: '16Gi' }`. Failure `usage` for what is none. */
export function parseAmounts(texts: { readonly cpu?: string; readonly memory?: string }): Partial<Amounts> {
  checkTexts(texts)
  const { cpu, memory } = texts
  return {
    ...(cpu !== undefined && { cpu: parseCpu(cpu) }),
    ...(memory !== undefined && { memory: parseMemory(memory) }),
  }
}

export interface ResizeNodeOptions
  extends CallOptions,
    Pick<ResizeRequest, 'ifFull' | 'hold' | 'message' | 'noCordon'> {
  readonly node: string
  /** What pods are to be able to request together. `max`: all but the floor of the balloon. An absent resource stays. */
  readonly size: { readonly [R in Resource]?: bigint | 'max' }
  /** Milliseconds to wait for the kubelet; a revert takes at most 25 s more. Default: 40 000. */
  readonly timeoutMs?: number | undefined
  readonly dryRun?: DryRunMode | undefined
}

type Resource = keyof Amounts

const usualTimeoutMs = 40_000

/**
 * The whole verb, as `nodesize set`: stores the desired size, cordons a node that becomes smaller, resizes the balloon, waits for
 * the kubelet, and undoes all of it when the kubelet does not grant it. Never disturbs a running pod. Resolves when the
 * kubelet has granted the size. With `ifFull: 'partial'`, the outcome is `partial` when pods kept the node from all of it, and
 * `missing` is by how much: the command exits with 8 then. Failure: `invalid` (no such node, a size that it cannot have), `refused` (pods are in the
 * way, or RBAC), `conflict` (another client was faster), `reverted` (a pod was faster), `timeout` (requested, not
 * confirmed), `unreachable`, `interrupted`.
 */
export async function resizeNode(cluster: Cluster, options: ResizeNodeOptions): Promise<SizeChange> {
  checkOptions('resizeNode', options)
  checkSize('resizeNode', options.size)
  const {
    signal = never(),
    clock = systemClock,
    size,
    timeoutMs = usualTimeoutMs,
    dryRun = 'none',
    ...request
  } = options
  const sizes = resources.flatMap((resource) => {
    const wanted = size[resource]
    return wanted === undefined ? [] : [[resource, expressionOf(wanted)] as const]
  })
  return resize({ cluster, clock }, { ...request, timeoutMs, dryRun, size: Object.fromEntries(sizes) }, { signal })
}

const expressionOf = (size: bigint | 'max'): SizeExpression =>
  size === 'max' ? { kind: 'max' } : { kind: 'amount', amount: size }

export interface AutoscaleNodeOptions
  extends CallOptions,
    Partial<Omit<AutoscaleRequest, 'node' | 'size'>>,
    Pick<AutoscaleRequest, 'node' | 'size'> {
  /** Who resizes machines. */
  readonly provider: Provider
}

const usualProviderTimeoutMs = 5 * 60_000

/**
 * Resizes a node together with its machine, as `nodesize autoscale exec` (docs/autoscale.md): the balloon takes room before
 * the provider makes the machine smaller, and gives room after it has made it larger. Call it again after the program was
 * killed: it goes on. Failure: as `resizeNode`; `refused` (ProviderRefused), `reverted` (ProviderFailed: undone), `timeout`
 * (MachineUnknown: the machine may have either size), `conflict` (AttemptUnderWay: another program is at work).
 */
export async function autoscaleNode(cluster: Cluster, options: AutoscaleNodeOptions): Promise<AutoscaleChange> {
  checkOptions('autoscaleNode', options)
  checkSize('autoscaleNode', options.size)
  const { signal = never(), clock = systemClock, provider, ...asked } = options
  const usual = { attempt: crypto.randomUUID(), timeoutMs: usualTimeoutMs, providerTimeoutMs: usualProviderTimeoutMs }
  const world = { cluster, clock, provider }
  const plan = await planAutoscaleNode(world, { ...usual, dryRun: 'none', ...asked }, { signal })
  return applyAutoscale(world, plan, { signal })
}

const never = (): AbortSignal => new AbortController().signal
