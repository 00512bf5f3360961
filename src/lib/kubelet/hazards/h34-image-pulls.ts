import { unless } from '../rules/rule.ts'
import { type Hazard, problemAt } from './hazard.ts'

const [field, gate] = ['maxParallelImagePulls', 'KubeletEnsureSecretPulledImages'] as const

/** Kubelets that verify the credentials of image pulls have this many locks at most. */
const mostLocks = 31n

/** Pulls at the same time. */
export const imagePullHazards: readonly Hazard[] = [
  {
    id: 'H34',
    severity: 'warning',
    since: '1.33',
    until: '1.36',
    gates: [gate],
    fields: [field, 'featureGates'],
    meaning: `maxParallelImagePulls should be at most ${mostLocks} from 1.33 to 1.36 with the feature gate ${gate}, which is on from 1.35.`,
    harm: 'The kubelet crashes when a pod starts with an image whose name falls on a lock that it did not make, and crashes again when it has restarted.',
    remedy: `use ${mostLocks} or less`,
    source: 'pkg/kubelet/images/pullmanager/locks.go, NewStripedLockSet',
    check: (config) => {
      const pulls = config.int(field)
      return unless(pulls <= mostLocks || !config.enabled(gate), () =>
        problemAt(config, field, `${pulls} is more than the ${mostLocks} locks for images that the kubelet makes`),
      )
    },
  },
]
