import { boolSpellings } from '../../grammar/bool.ts'
import { type Release, releases } from '../../model/releases.ts'
import { versions } from '../../startup/tls-names.ts'
import type { Constraint } from './constraint.ts'
import * as patterns from './patterns.ts'

/** Go cannot distinguish an empty string from an absent value. */
const choice = (path: string, rule: string, values: readonly string[]): Constraint => ({
  path,
  rules: [rule],
  keywords: { enum: [...values, ''] },
})

const pattern = (path: string, rules: readonly string[], source: string): Constraint => ({
  path,
  rules,
  keywords: { pattern: source },
})

const notNegative = (path: string, ...rules: string[]): Constraint => pattern(path, rules, patterns.notNegativeDuration)

export const textConstraints: readonly Constraint[] = [
  pattern('cpuCFSQuotaPeriod', ['V09', 'V10'], patterns.positiveDuration),
  { ...notNegative('imageMinimumGCAge', 'V15'), since: '1.36' },
  notNegative('imageMaximumGCAge', 'V16'),
  choice('topologyManagerPolicy', 'V38', ['none', 'best-effort', 'restricted', 'single-numa-node']),
  choice('topologyManagerScope', 'V39', ['container', 'pod']),
  { ...choice('memorySwap.swapBehavior', 'V46', ['LimitedSwap', 'UnlimitedSwap']), until: '1.29' },
  { ...choice('memorySwap.swapBehavior', 'V46', ['NoSwap', 'LimitedSwap']), since: '1.30' },
  pattern('crashLoopBackOff.maxContainerRestartPeriod', ['V49'], patterns.positiveDuration),
  choice('hairpinMode', 'V59', ['none', 'hairpin-veth', 'promiscuous-bridge']),
  choice('imagePullCredentialsVerificationPolicy', 'V60', [
    'NeverVerify',
    'NeverVerifyPreloadedImages',
    'NeverVerifyAllowlistedImages',
    'AlwaysVerify',
  ]),
  pattern('systemCgroups', ['S21'], patterns.notRoot),
  pattern('reservedSystemCPUs', ['V66'], patterns.cpuSet),
  ...releases.map(hiddenMetrics),
  choice('logging.format', 'V71', ['text', 'json']),
  {
    path: 'logging.flushFrequency',
    rules: ['V71'],
    since: '1.35',
    keywords: { minimum: 0, pattern: patterns.notNegativeDuration },
  },
  {
    path: 'logging.vmodule[].filePattern',
    rules: ['V71'],
    keywords: { pattern: '^[^=,]+$' },
    notNull: true,
  },
  choice('memoryReservationPolicy', 'V76', ['None', 'TieredReservation']),
  pattern('containerLogMonitorInterval', ['V81'], patterns.positiveDuration),
  {
    path: 'podLogsDir',
    rules: ['V85', 'V86'],
    keywords: { allOf: [{ pattern: patterns.cleanPath }, { pattern: patterns.ascii }] },
  },
  choice('cpuManagerPolicy', 'S06', ['none', 'static']),
  { path: 'cpuManagerPolicyOptions{}', rules: ['S06'], keywords: { enum: boolSpellings }, notNull: true },
  choice('memoryManagerPolicy', 'S07', ['None', 'Static']),
  pattern('containerLogMaxSize', ['S09'], patterns.plainInteger),
  { path: 'tlsMinVersion', rules: ['S10'], keywords: { enum: versions } },
  // Without a rule: a kubelet asks the runtime first.
  { path: 'cgroupDriver', rules: [], keywords: { examples: ['cgroupfs', 'systemd'] } },
  choice('authorization.mode', 'S11', ['AlwaysAllow', 'Webhook']),
  choice('configMapAndSecretChangeDetectionStrategy', 'S12', ['Get', 'Cache', 'Watch']),
  notNegative('syncFrequency', 'S13'),
]

function hiddenMetrics(release: Release): Constraint {
  const before = `1.${Number(release.slice(2)) - 1}`
  return { ...choice('showHiddenMetricsForVersion', 'V70', [before]), since: release, until: release }
}
