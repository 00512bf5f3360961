// A replica that cannot do what it does besides. In a process of its own: it tells V8 to compile nothing for speed.
import { ReplicaState } from '../../../src/lib/loop/replica-state.ts'
import { runReplica } from '../../../src/lib/loop/run-replica.ts'
import { systemClock as clock } from '../../../src/lib/machine/clock.ts'
import { Registry } from '../../../src/lib/metrics/registry.ts'

const place = { clock, leaderElect: false, metricsAt: undefined, healthAt: undefined, events: {} as never } as const
const make = () => ({
  ...{ registry: new Registry(), state: new ReplicaState(), elected: () => undefined },
  work: async ({ signal }: { readonly signal: AbortSignal }) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    process.stdout.write('the work has ended\n')
  },
  always: async () => {
    throw new Error('cannot listen')
  },
})

// Nothing else keeps this process.
const waiting = setInterval(() => undefined, 1_000)
try {
  await runReplica(place, { name: 'x', reportingComponent: 'x' }, make, new AbortController().signal)
} catch (error) {
  process.stdout.write(`${String(error)}\n`)
}
clearInterval(waiting)
