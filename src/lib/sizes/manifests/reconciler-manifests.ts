import type { ObjectBody } from '../../api/object.ts'
import { controllerLabels, controllerObjects } from '../../loop/manifests/controller-objects.ts'
import type { ControllerOptions } from '../../loop/manifests/controller-program.ts'
import type { Monitoring } from '../../loop/manifests/monitoring.ts'
import { reconciler } from '../../names.ts'
import { birthPolicy } from './birth-policy.ts'
import { monitoringObjects } from './monitoring.ts'
import { reconcilerPolicies } from './reconciler-policy.ts'
import { reconcilerRights } from './rights.ts'

export interface ReconcilerOptions extends Pick<ControllerOptions, 'image' | 'replicas' | 'nodeSelector'> {
  /** That of the balloons and of the sizes to keep. */
  readonly namespace: string
  /** That of the reconciler. Its usual one is created; another one exists. */
  readonly reconcilerNamespace: string
  /** With the policy that sizes new balloons, for API servers that have it. */
  readonly birthPolicy: boolean
  /** With rules, alerts and a dashboard. */
  readonly monitoring: Monitoring | undefined
}

const { name } = reconciler
const labels = controllerLabels(name)

/** What `nodesize reconcile` needs in a cluster. */
export const reconcilerObjects = (options: ReconcilerOptions): readonly ObjectBody[] => {
  const { namespace: balloons, reconcilerNamespace: namespace, monitoring } = options
  const program = {
    ...{ name, container: 'reconciler', command: 'nodesize', metricsPort: 10246, healthPort: 10245 },
    arguments: ['reconcile', `--namespace=${balloons}`],
    // It reverts what is not granted, for at most 20 s.
    endsWithinSeconds: 40,
    rights: reconcilerRights(balloons, namespace),
    policies: [
      ...reconcilerPolicies({ namespace, balloons }, labels),
      ...(options.birthPolicy ? birthPolicy(balloons, labels) : []),
    ],
    belongsTo: 'the reconciler of nodesize',
  }
  const place = {
    ...options,
    namespace,
    createNamespace: namespace === reconciler.namespace,
    monitoringNamespace: monitoring?.namespace,
  }
  return [...controllerObjects(program, place), ...(monitoring ? monitoringObjects(namespace, labels, monitoring) : [])]
}

/** What limits its rights. */
export const reconcilerLimits = (where: { readonly namespace: string; readonly balloons: string }) =>
  reconcilerPolicies(where, labels)
