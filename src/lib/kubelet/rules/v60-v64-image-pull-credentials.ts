import type { Effective } from '../defaults/effective.ts'
import { asText } from '../defaults/values.ts'
import { flawOfImagePattern } from '../grammar/image-pattern.ts'
import { itemPath } from '../model/path.ts'
import { quote } from '../model/quote.ts'
import { oneOf } from './one-of.ts'
import { type Problem, type Rule, unless } from './rule.ts'
import { validation } from './sources.ts'
import { withoutGate } from './without-gate.ts'

const [policy, allowlist] = ['imagePullCredentialsVerificationPolicy', 'preloadedImagesVerificationAllowlist']
const gate = 'KubeletEnsureSecretPulledImages'
const byAllowlist = 'NeverVerifyAllowlistedImages'
const policies = ['NeverVerify', 'NeverVerifyPreloadedImages', byAllowlist, 'AlwaysVerify']

const isByAllowlist = (config: Effective): boolean => config.text(policy) === byAllowlist

function badPatterns(config: Effective): readonly Problem[] {
  const normal = !config.isAtLeast('1.36')
  return config.list(allowlist).flatMap((item, index) => {
    const flaw = flawOfImagePattern(asText(item), { normal })
    return unless(flaw === undefined, () => ({
      path: itemPath(allowlist, index),
      at: item,
      message: `the pattern ${quote(asText(item))} ${flaw}`,
    }))
  })
}

/** Whether pods need credentials for images that are already on the node. */
export const imagePullCredentialsRules: readonly Rule[] = [
  {
    id: 'V60',
    since: '1.33',
    gates: [gate],
    fields: [policy],
    meaning: `${policy} must be ${policies.slice(0, -1).join(', ')} or ${policies.at(-1)}.`,
    source: validation,
    check: (config) => (config.enabled(gate) ? oneOf(policy, config.text(policy), policies) : []),
  },
  {
    id: 'V61',
    since: '1.33',
    gates: [gate],
    fields: [allowlist, policy],
    meaning: `${allowlist} requires ${policy}: ${byAllowlist}.`,
    source: validation,
    check: (config) =>
      unless(!config.enabled(gate) || config.list(allowlist).length === 0 || isByAllowlist(config), () => ({
        reason: 'FieldValueForbidden',
        subject: allowlist,
        message: `must be empty while ${policy} is ${quote(config.text(policy))}`,
        remedy: `set ${policy}: ${byAllowlist}, or omit the list`,
      })),
  },
  {
    id: 'V62',
    since: '1.33',
    gates: [gate],
    fields: [allowlist],
    reads: [allowlist, policy],
    meaning:
      'Each entry of preloadedImagesVerificationAllowlist must be an image name without tag and digest (up to ' +
      '1.35 with its registry), or a prefix followed by /*.',
    source: 'pkg/kubelet/images/pullmanager/image_pull_policies.go, ValidateAllowlistImagesPatterns',
    check: (config) => (config.enabled(gate) && isByAllowlist(config) ? badPatterns(config) : []),
  },
  {
    id: 'V63',
    since: '1.33',
    gates: [gate],
    fields: [policy, 'featureGates'],
    meaning: `${policy} requires the feature gate ${gate}.`,
    source: validation,
    check: (config) =>
      unless(config.enabled(gate) || config.text(policy) === '', () =>
        withoutGate({ field: policy, value: quote(config.text(policy)), gate }),
      ),
  },
  {
    id: 'V64',
    since: '1.33',
    gates: [gate],
    fields: [allowlist, 'featureGates'],
    meaning: `${allowlist} requires the feature gate ${gate}.`,
    source: validation,
    check: (config) =>
      unless(config.enabled(gate) || config.list(allowlist).length === 0, () =>
        withoutGate({ field: allowlist, gate }),
      ),
  },
]
