import { Failure } from '../../message/failure.ts'
import type { Limits } from '../../ports/limits.ts'
import type { Observation } from '../model/event.ts'
import type { AgentDependencies, Host } from './dependencies.ts'
import { rescueSeen } from './rescued.ts'

/** How often this machine is looked at when nothing reports a change. */
const lookMs = 60_000
const deadlineMs = 15_000

/** Reports what is seen of this machine: when its files change, and from time to time. Ends when the signal aborts. */
export async function followHost(
  { clock, host, random }: AgentDependencies,
  report: (what: Observation) => void,
  signal: AbortSignal,
): Promise<void> {
  let wake = Promise.withResolvers<void>()
  const ring = (): void => wake.resolve()
  const stop = host.machine.watch(ring)
  signal.addEventListener('abort', ring, { once: true })
  try {
    while (!signal.aborted) {
      wake = Promise.withResolvers()
      const cancel = clock.after(lookMs * (1 + random() / 10), ring)
      await lookAround(host, report, { signal, timeoutMs: deadlineMs })
      await wake.promise
      cancel()
    }
  } finally {
    signal.removeEventListener('abort', ring)
    stop()
  }
}

/** What cannot be seen now is seen later. */
async function lookAround(host: Host, report: (what: Observation) => void, limits: Limits): Promise<void> {
  for (const look of sights) {
    try {
      report(await look(host, limits))
    } catch (error) {
      if (limits.signal.aborted) return
      if (!(error instanceof Failure)) throw error
    }
  }
}

const sights: readonly ((host: Host, limits: Limits) => Promise<Observation>)[] = [
  async ({ machine }) => ({ kind: 'opt-out-file', mode: await machine.optOut() }),
  async ({ live }) => ({ kind: 'live', live: await live.read() }),
  // What the rescue says is judged by what the live file has.
  async ({ rescue }) => rescueSeen(await rescue.report()),
  async ({ kubelet }, limits) => {
    const [service, version] = await Promise.all([kubelet.state(limits), kubelet.version(limits)])
    return { kind: 'kubelet', service, version }
  },
  async ({ rescueConnection }, limits) => ({
    kind: 'rescue-connection',
    problem: await rescueConnection.problem(limits),
  }),
]
