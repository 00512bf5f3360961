import { oneOf } from '../rules/one-of.ts'
import { type Rule, unless } from '../rules/rule.ts'

const [mode, strategy, sync] = [
  'authorization.mode',
  'configMapAndSecretChangeDetectionStrategy',
  'syncFrequency',
] as const

/** Authorization of requests, detection of changes, and the sync of pods. */
export const modeRules: readonly Rule[] = [
  {
    id: 'S11',
    fields: [mode],
    meaning: 'authorization.mode must be AlwaysAllow or Webhook.',
    source: 'cmd/kubelet/app/auth.go, BuildAuthz',
    check: (config) => oneOf(mode, config.text(mode), ['AlwaysAllow', 'Webhook']),
  },
  {
    id: 'S12',
    fields: [strategy],
    meaning:
      'configMapAndSecretChangeDetectionStrategy must be Watch, Cache or Get; a kubelet without an API server ' +
      'does not check it.',
    source: 'pkg/kubelet/kubelet.go, NewMainKubelet',
    check: (config) => oneOf(strategy, config.text(strategy), ['Get', 'Cache', 'Watch']),
  },
  {
    id: 'S13',
    fields: [sync],
    meaning: 'syncFrequency must be greater than 0.',
    source: 'pkg/kubelet/kubelet.go, NewMainKubelet',
    check: (config) =>
      unless(config.duration(sync) > 0n, () => ({
        subject: sync,
        message: `${config.durationText(sync)} must be greater than 0`,
      })),
  },
]
