import { type Free, freeFields, type Right, reading } from '../../admission/right.ts'
import { eventRight, leaseRights, managed, type Who } from '../../loop/manifests/leader-limits.ts'
import { controller, rollout } from '../../names.ts'

/** As its policy speaks of it. */
export const theController: Who = { called: 'the controller', ...controller }

const keys = Object.values(rollout.key)

/** Of the object with the state of rollouts. */
export const ofRollout: readonly Free[] = [...managed, ...freeFields(['data'], keys)]

const ofNewRollout: readonly Free[] = freeFields(['data'], keys)

/** What `kubeletcfg controller run` may do. */
export const controllerRights = (documents: string): readonly Right[] => [
  { resources: ['nodes'], verbs: reading, purpose: 'what agents report, and whether nodes are Ready' },
  {
    resources: ['pods'],
    verbs: ['list'],
    purpose: 'whether kubelets with a new document evict or refuse pods, or do not get them to run',
  },
  {
    ...{ where: documents, resources: ['configmaps'], verbs: reading },
    purpose: 'the documents: which nodes have one of their own, only a list of all ConfigMaps says',
  },
  {
    ...{ where: documents, resources: ['configmaps'], verbs: ['create'], creates: ofNewRollout },
    purpose: `${rollout.configMap}, where there is none: RBAC cannot name what is created`,
  },
  {
    ...{
      where: documents,
      resources: ['configmaps'],
      names: [rollout.configMap],
      verbs: ['patch'],
      changes: ofRollout,
    },
    purpose: 'the gate',
  },
  eventRight(documents, `the ConfigMap ${rollout.configMap}`, theController),
  ...leaseRights(controller.namespace, theController),
]
