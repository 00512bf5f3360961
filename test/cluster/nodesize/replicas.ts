import { afterAll, beforeAll } from '@jest/globals'
import { reconciler } from '../../../src/lib/names.ts'
import { nodesize } from '../commands.ts'
import { writeKubeconfig } from '../kubeconfig.ts'
import { applyObjects, kubectl } from '../kubectl.ts'
import { until } from '../until.ts'

interface Entry {
  readonly reason: string
  readonly message: string
}

export interface Replica {
  readonly pid: number
  /** Its log so far. */
  log(): readonly Entry[]
  /** Its exit code, once it has ended. */
  readonly ended: Promise<number | null>
  /** Sends the signal, and resolves with its exit code when it has ended. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

interface Manifest {
  readonly kind: string
}

/**
 * For all tests of a file: the rights of `nodesize manifests`, and a kubeconfig that has no others. There is no image for
 * its Deployment, so the replicas are processes; the server only looks at it.
 */
export function keepRights(): { kubeconfig(): string } {
  let [kubeconfig, manifests] = ['', '']
  beforeAll(async () => {
    manifests = (await nodesize(['manifests', '--birth-policy', '--output=json'])).stdout
    const { items } = JSON.parse(manifests) as { items: readonly Manifest[] }
    await applyObjects(items.filter(({ kind }) => kind !== 'Deployment' && !kind.startsWith('MutatingAdmissionPolicy')))
    await kubectl(['apply', '--dry-run=server', '--filename=-'], { input: manifests })
    kubeconfig = await writeKubeconfig({ token: await reconcilerToken() })
  })
  afterAll(async () => {
    await kubectl(['delete', '--filename=-', '--ignore-not-found', '--wait'], { input: manifests })
  })
  return { kubeconfig: () => kubeconfig }
}

/** Of the ServiceAccount of the printed manifests. */
export const reconcilerToken = async (): Promise<string> =>
  (await kubectl(['create', 'token', reconciler.name, `--namespace=${reconciler.namespace}`])).trim()

/** `nodesize reconcile`, as a process that runs until it is ended. */
export async function startReplica(kubeconfig: string): Promise<Replica> {
  let [pid, stderr] = [0, '']
  const lease = `--leader-elect-resource-namespace=${reconciler.namespace}`
  const ran = nodesize(['reconcile', lease, '--metrics-address=none', '--log-format=json'], {
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

export const leads = (replica: Replica): boolean => replica.log().some(({ reason }) => reason === 'ReconcilerFollows')

export const untilLeads = (replica: Replica): Promise<void> =>
  until(async () => leads(replica), `the replica does not lead: ${JSON.stringify(replica.log())}`)
