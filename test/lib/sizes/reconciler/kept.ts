import { configMapPath, configMapsPath, podPath } from '../../../../src/lib/api/kinds.ts'
import type { Fact } from '../../../../src/lib/message/fact.ts'
import { balloon } from '../../../../src/lib/names.ts'
import { formatAmounts } from '../../../../src/lib/pods/amounts.ts'
import { bucketOf } from '../../../../src/lib/sizes/desired/size-bucket.ts'
import type { Restored } from '../../../../src/lib/sizes/reconciler/carry-out.ts'
import type { ReconcilerObserver } from '../../../../src/lib/sizes/reconciler/observer.ts'
import { runReconciler } from '../../../../src/lib/sizes/reconciler/run-reconciler.ts'
import type { InProcess } from '../../../support/in-process.ts'
import type { NodeSketch } from '../../cluster/clusters.ts'
import { balloonOf, clusterWithBalloons } from '../resize/balloons.ts'

const namespace = 'kube-system'

/** Nodes of 4 cores and 16Gi with balloons. */
export const clusterWithDesiredSizes = (...nodes: readonly NodeSketch[]): InProcess =>
  clusterWithBalloons(...(nodes.length === 0 ? [{}] : nodes))

/** Any text, as a person may write it; undefined removes it. */
export function writeDesiredSize(world: InProcess, node: string, text: string | undefined): void {
  world.asAdmin({
    ...{ method: 'PATCH', path: configMapPath(namespace, bucketOf(node)) },
    contentType: 'application/merge-patch+json',
    body: { data: { [node]: text ?? null } },
  })
}

export const storeDesired = (world: InProcess, cpu: string, node = 'node-a'): void =>
  writeDesiredSize(world, node, JSON.stringify({ cpu, hold: 'size' }))

export const desiredSizesIn = (world: InProcess): readonly object[] =>
  world
    .asAdmin<{ items: { data?: object }[] }>({ method: 'GET', path: configMapsPath(namespace) })
    .items.map(({ data }) => data ?? {})

export function deleteBalloon(world: InProcess, node = 'node-a'): void {
  world.asAdmin({ method: 'DELETE', path: podPath(namespace, balloonOf(world, node).metadata.name) })
}

/** What the balloon of a node requests. */
export const requestsOf = (world: InProcess, node = 'node-a'): { cpu: string; memory: string } =>
  balloonOf(world, node).spec.containers.find(({ name }) => name === balloon.container)?.resources?.requests as never

export function setAllocatable(world: InProcess, cpu: string, node = 'node-a'): void {
  world.asAdmin({
    ...{ method: 'PATCH', path: `/api/v1/nodes/${node}/status` },
    contentType: 'application/merge-patch+json',
    body: { status: { allocatable: { cpu } } },
  })
}

export const wait = (world: InProcess, ms: number): Promise<void> => world.clock.sleep(ms, new AbortController().signal)

export interface Seen {
  /** `node reason outcome: before -> after`, in cpu. */
  readonly done: string[]
  /** The decisions of each node, without repetitions. */
  readonly decided: string[]
  readonly failed: string[]
  resyncs: number
}

export interface Running extends AsyncDisposable {
  readonly seen: Seen
  /** Ends its leadership, and waits until it has ended. */
  readonly end: (reason?: unknown) => Promise<unknown>
  confirm: () => void
}

export const nothingSeen = (): Seen => ({ done: [], decided: [], failed: [], resyncs: 0 })

export function observing(seen: Seen): ReconcilerObserver {
  const last = new Map<string, string>()
  return {
    decided(node, decision) {
      const text = decision?.action.why.reason ?? 'gone'
      if (last.get(node) !== text) seen.decided.push(`${node} ${text}`)
      last.set(node, text)
    },
    did: ({ node, outcome, why, before, after }: Restored) =>
      void seen.done.push(
        `${node} ${why.reason} ${outcome}: ${formatAmounts(before).cpu} -> ${formatAmounts(after).cpu}`,
      ),
    uncordoned: ({ reason, subject }) => void seen.done.push(`${subject?.name} ${reason}`),
    failed: (node, failure, count) => void seen.failed.push(`${node} ${failure.fact.reason} ${count}`),
    resynced: () => void seen.resyncs++,
    resyncFailed: (because: Fact) => void seen.failed.push(`resync ${because.reason}`),
    limited: () => undefined,
    synced: () => undefined,
    connection: () => undefined,
  }
}

/** A reconciler that leads, over a connection of its own. */
export function startReconciler(world: InProcess): Running {
  const ending = new AbortController()
  const seen = nothingSeen()
  const running: Running = {
    seen,
    confirm: () => undefined,
    async end(reason = new Error('SIGTERM')) {
      ending.abort(reason)
      return outcome
    },
    [Symbol.asyncDispose]: async () => {
      ending.abort(new Error('over'))
      await outcome
    },
  }
  const leadership = { signal: ending.signal, confirm: () => running.confirm() }
  const cluster = world.connect()
  const parts = { cluster, clock: world.clock, random: () => 0.5, observer: observing(seen) }
  const outcome = runReconciler(parts, leadership).then(
    () => 'ended',
    (error: unknown) => error,
  )
  return running
}
