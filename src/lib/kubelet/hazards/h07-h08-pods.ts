import { unless } from '../rules/rule.ts'
import { type Hazard, problemAt } from './hazard.ts'

const [maxPods, podPidsLimit] = ['maxPods', 'podPidsLimit'] as const

/** The smallest machines of EKS have 4. */
const fewestPods = 4n
/** Threads count, and so does the pause process of each pod. */
const fewestPids = 100n

/** Limits below what usually runs on a node. */
export const podHazards: readonly Hazard[] = [
  {
    id: 'H07',
    severity: 'warning',
    fields: [maxPods],
    meaning: `maxPods should be ${fewestPods} or more; 0 is replaced by the default.`,
    harm: 'The pods that each node needs, such as network and proxy, leave no room for others, or do not start themselves.',
    remedy: 'the default is 110; to keep pods away from a node, use a taint',
    source: 'pkg/kubelet/nodestatus/setters.go, MachineInfo; pkg/kubelet/apis/config/v1beta1/defaults.go',
    check: (config) => {
      const pods = config.int(maxPods)
      const zero = config.writtenZero(maxPods)
      if (zero !== undefined) return [{ at: zero, subject: maxPods, message: `0 is replaced by the default ${pods}` }]
      return unless(pods < 0n || pods >= fewestPods, () =>
        problemAt(config, maxPods, `${pods} is fewer than the pods that a node itself needs`),
      )
    },
  },
  {
    id: 'H08',
    severity: 'warning',
    fields: [podPidsLimit],
    meaning: `podPidsLimit should be ${fewestPids} or more; 0 is no limit, as is any negative number.`,
    harm: 'Programs with threads cannot start them and fail in many ways; with 0, one pod can use all PIDs of the node.',
    remedy: 'use 1024 or more; -1 is no limit, and CIS 4.2.13 asks for one',
    source: 'pkg/kubelet/cm/pod_container_manager_linux.go, EnsureExists',
    check: (config) => {
      const limit = config.int(podPidsLimit)
      if (config.written(podPidsLimit) === undefined || limit < 0n || limit >= fewestPids) return []
      const message =
        limit === 0n ? '0 is no limit' : `${limit} is too few: threads count, and so does the pause process`
      return [problemAt(config, podPidsLimit, message)]
    },
  },
]
