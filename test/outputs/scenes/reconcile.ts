import { bucketOf } from '../../../src/lib/sizes/desired/size-bucket.ts'
import { good, patchCall, pathOf } from '../../contract/requests.ts'
import type { Scene, Stage } from '../stage.ts'
import { asData, inFormats } from './formats.ts'
import { untilSettled } from './surroundings.ts'

/** Stores what a node is to have, as text that people can write, too; null removes it. */
const storeDesiredSize =
  (node: string, text: string | null) =>
  async ({ request }: Stage): Promise<void> => {
    const path = `${pathOf('configmaps', 'kube-system')}/${bucketOf(node)}`
    good(await request(patchCall(path, 'merge', { data: { [node]: text } })))
  }

/** After sizes.ts has installed the balloons. */
export const reconcileScene: Scene = {
  name: 'reconcile',
  steps: [
    ...inFormats('nodesize manifests --image registry.example/kubeletcfg:1.0', 'json'),
    'nodesize manifests --birth-policy --monitoring --quiet',
    'nodesize manifests --namespace balloons --image Not:an:image',
    storeDesiredSize('node-a', '{"cpu":"1500m","memory":"3Gi","hold":"size"}'),
    storeDesiredSize('node-b', '{"cpu":"plenty"}'),
    ...inFormats('nodesize reconcile --once --dry-run=client', ...asData),
    'nodesize reconcile --once --dry-run=server --as nora',
    'nodesize reconcile --once',
    untilSettled,
    storeDesiredSize('node-b', null),
    ...inFormats('nodesize reconcile --once', ...asData),
    'nodesize reconcile --dry-run=client',
    storeDesiredSize('node-a', null),
    'nodesize reset node-a --quiet',
    untilSettled,
    'nodesize reconcile --once',
  ],
}
