import type { ObjectBody } from '../../../../src/lib/api/object.ts'
import { reconcilerObjects } from '../../../../src/lib/sizes/manifests/reconciler-manifests.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { make } from './balloons.ts'

const kinds = ['Namespace', 'ClusterRoleBinding', 'ValidatingAdmissionPolicy', 'ValidatingAdmissionPolicyBinding']

/** The rights of the printed manifests, and what limits them, as far as it is looked at. */
export function makeReconciler(
  world: InProcess,
  change: (object: ObjectBody) => ObjectBody | undefined = (object) => object,
): void {
  const objects = reconcilerObjects({
    ...{ namespace: 'kube-system', reconcilerNamespace: 'nodesize-system', image: 'x', replicas: 1 },
    ...{ nodeSelector: undefined, birthPolicy: false, monitoring: undefined },
  })
  for (const object of objects.filter(({ kind }) => kinds.includes(kind))) {
    const changed = change(object)
    if (changed !== undefined) make(world, changed)
  }
}
