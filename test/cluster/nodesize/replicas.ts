import { afterAll, beforeAll } from '@jest/globals'
import { reconciler } from '../../../src/lib/names.ts'
import { nodesize } from '../commands.ts'
import { writeKubeconfig } from '../kubeconfig.ts'
import { applyObjects, kubectl } from '../kubectl.ts'
import { type Replica, startReplicaOf } from '../replica.ts'
import { until } from '../until.ts'

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
export const startReplica = (kubeconfig: string): Promise<Replica> =>
  startReplicaOf(nodesize, ['reconcile', `--leader-elect-resource-namespace=${reconciler.namespace}`], kubeconfig)

export const leads = (replica: Replica): boolean => replica.log().some(({ reason }) => reason === 'ReconcilerFollows')

export const untilLeads = (replica: Replica): Promise<void> =>
  until(async () => leads(replica), `the replica does not lead: ${JSON.stringify(replica.log())}`)
