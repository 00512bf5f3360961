import type { Effective } from '../defaults/effective.ts'
import { asInt } from '../defaults/values.ts'
import { isAtLeast, type Problem, type Rule } from '../rules/rule.ts'
import { placeOf } from './place.ts'

const [ids, pods, gate] = ['userNamespaces.idsPerPod', 'maxPods', 'UserNamespacesSupport'] as const
const usual = 65_536n
/** The number of user IDs on Linux. */
const all = 2n ** 32n

/** User IDs of pods with a user namespace. On Linux. */
export const userNamespaceRules: readonly Rule[] = [
  {
    id: 'S23',
    since: '1.30',
    gates: [gate],
    fields: [ids, pods, 'featureGates'],
    meaning: 'There must be enough user IDs for maxPods pods with userNamespaces.idsPerPod IDs each.',
    source: 'pkg/kubelet/userns/userns_manager.go, MakeUserNsManager; pkg/kubelet/kubelet_pods.go, getKubeletMappings',
    check: (config) => {
      const isChecked = config.enabled(gate) || !isAtLeast(config, '1.35')
      const [each, wanted] = [idsPerPod(config), config.int(pods)]
      // V69 reports the other cases.
      if (!isChecked || each < usual || each % usual !== 0n || each >= all) return []
      return (all - 1n) / each < wanted
        ? [tooFew(config, each)]
        : isDefaultEnough(config, each)
          ? []
          : [otherRange(config, each)]
    },
  },
]

const idsPerPod = (config: Effective): bigint => {
  const written = isAtLeast(config, '1.33') ? config.get(ids) : undefined
  return written === undefined ? usual : asInt(written)
}

/**
 * IDs for pods on a host without a user kubelet, or without getsubids: all IDs above the first idsPerPod, and up to
 * 1.34 all above 65535. The range must start and end at a multiple.
 */
function isDefaultEnough(config: Effective, each: bigint): boolean {
  const first = isAtLeast(config, '1.35') ? each : usual
  const length = all - first
  return first % each === 0n && length % each === 0n && length / each >= config.int(pods)
}

function tooFew(config: Effective, each: bigint): Problem {
  const most = (all - 1n) / each
  if (each === usual)
    return {
      ...placeOf(config, pods),
      subject: pods,
      message: `${config.int(pods)} must be ${most} or less: each pod gets ${usual} user IDs`,
    }
  return {
    subject: ids,
    message: `${each} leaves user IDs for ${most} pods, fewer than ${pods} ${config.int(pods)}`,
    remedy: `reduce it, or ${pods}`,
  }
}

/** The default range of IDs is not suitable, so the host must have another one, if the gate is enabled. */
function otherRange(config: Effective, each: bigint): Problem {
  if (!config.enabled(gate))
    return {
      reason: 'FieldValueForbidden',
      subject: ids,
      message: `${each} must be ${usual} without the feature gate ${gate}`,
      remedy: 'remove it',
    }
  return {
    severity: 'info',
    message: `depends on the host: ${each} IDs per pod require a user kubelet with subordinate IDs, a multiple of ${each} and enough for ${config.int(pods)} pods`,
    remedy: 'check the output of `getsubids kubelet`',
  }
}
