import type { kubeletcfg } from './commands.ts'
import { until } from './until.ts'

interface Entry {
  readonly reason: string
  readonly message: string
}

/** A replica of a controller, as a process. */
export interface Replica {
  readonly pid: number
  /** Its log so far. */
  log(): readonly Entry[]
  /** Its exit code, once it has ended. */
  readonly ended: Promise<number | null>
  /** Sends the signal, and resolves with its exit code when it has ended. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

/** Runs until it is ended. */
export async function startReplicaOf(
  program: typeof kubeletcfg,
  args: readonly string[],
  kubeconfig: string,
): Promise<Replica> {
  let [pid, stderr] = [0, '']
  const ran = program([...args, '--metrics-address=none', '--log-format=json'], {
    kubeconfig,
    onStart: (started) => {
      pid = started
    },
    onOutput: (output) => {
      stderr = output.stderr
    },
  })
  const log = () =>
    stderr
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Entry)
  await until(async () => log().length > 0, 'the replica says nothing')
  const ended = ran.then(({ exit }) => exit)
  return {
    pid,
    log,
    ended,
    async end(signal) {
      process.kill(pid, signal)
      return ended
    },
  }
}
