import type { Effective } from '../defaults/effective.ts'
import { asInt } from '../defaults/values.ts'
import { type Problem, type Rule, unless } from '../rules/rule.ts'
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
    meaning:
      'There must be enough user IDs for maxPods pods with userNamespaces.idsPerPod IDs each; kubelets up to 1.34 ' +
      'ignore the latter, and take 65536.',
    source: 'pkg/kubelet/userns/userns_manager.go, MakeUserNsManager; pkg/kubelet/kubelet_pods.go, getKubeletMappings',
    check: (config) => {
      const isChecked = config.enabled(gate) || !config.isAtLeast('1.35')
      const each = idsPerPod(config)
      if (!isChecked || !isPossible(each)) return []
      const ignored = ignoredIds(config)
      if (hasTooFew(config, each)) return [...ignored, tooFew(config, each)]
      return isDefaultEnough(config, each) ? ignored : [otherRange(config, each)]
    },
  },
]

/** Kubelets up to 1.34 make the manager before they have kept their configuration, so that it sees the default. */
const idsPerPod = (config: Effective): bigint => {
  const written = config.isAtLeast('1.35') ? config.get(ids) : undefined
  return written === undefined ? usual : asInt(written)
}

function ignoredIds(config: Effective): readonly Problem[] {
  const written = config.written(ids)
  const isIgnored = written !== undefined && !config.isAtLeast('1.35') && isPossible(asInt(written))
  return unless(!isIgnored || asInt(written!) === usual, () => ({
    fatal: false,
    subject: ids,
    message: `${asInt(written!)} is ignored by kubelets up to 1.34: each pod gets ${usual} user IDs`,
    remedy: 'remove it, or upgrade the kubelet first',
  }))
}

/** V69 reports the other cases. */
const isPossible = (each: bigint): boolean => each >= usual && each % usual === 0n && each < all

const hasTooFew = (config: Effective, each: bigint): boolean => (all - 1n) / each < config.int(pods)

/**
 * IDs for pods on a host without a user kubelet, or without getsubids: all above the first idsPerPod. The range must end
 * at a multiple.
 */
const isDefaultEnough = (config: Effective, each: bigint): boolean =>
  (all - each) % each === 0n && (all - each) / each >= config.int(pods)

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

/** The default range of IDs is not suitable, so the host must have another one. */
const otherRange = (config: Effective, each: bigint): Problem => ({
  severity: 'info',
  message: `depends on the host: ${each} IDs per pod require a user kubelet with subordinate IDs, a multiple of ${each} and enough for ${config.int(pods)} pods`,
  remedy: 'check the output of `getsubids kubelet`',
})
