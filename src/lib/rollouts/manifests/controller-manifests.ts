import { policyObjects } from '../../admission/policy.ts'
import type { ObjectBody } from '../../api/object.ts'
import { controllerLabels, controllerObjects } from '../../loop/manifests/controller-objects.ts'
import type { ControllerOptions } from '../../loop/manifests/controller-program.ts'
import type { Monitoring } from '../../loop/manifests/monitoring.ts'
import { controller } from '../../names.ts'
import { controllerPolicy } from './controller-policy.ts'
import { controllerRights } from './controller-rights.ts'
import { monitoringObjects } from './monitoring.ts'

export interface ControllerManifestOptions extends Pick<ControllerOptions, 'image' | 'replicas' | 'nodeSelector'> {
  /** Of the documents. */
  readonly namespace: string
  /** Whether it sets the default policy where there was never one. */
  readonly setsPolicy: boolean
  readonly monitoring: Monitoring | undefined
}

/** What `kubeletcfg controller run` needs in a cluster. */
export function controllerManifests(options: ControllerManifestOptions): readonly ObjectBody[] {
  const { namespace: documents, monitoring, setsPolicy } = options
  const { name, namespace } = controller
  const labels = controllerLabels(name)
  const program = {
    ...{ name, container: 'controller', command: 'kubeletcfg', metricsPort: 10247, healthPort: 10245 },
    arguments: [
      'controller',
      'run',
      `--namespace=${documents}`,
      setsPolicy ? `--probe-image=${options.image}` : '--no-default-policy',
    ],
    endsWithinSeconds: 30,
    rights: controllerRights(documents),
    policies: policyObjects(controllerPolicy(documents), labels),
    belongsTo: 'the controller of kubeletcfg',
  }
  const place = { ...options, namespace, createNamespace: true, monitoringNamespace: monitoring?.namespace }
  return [...controllerObjects(program, place), ...(monitoring ? monitoringObjects(namespace, labels, monitoring) : [])]
}
