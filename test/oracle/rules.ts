import type { Verdict } from './verdict.ts'

/** Our number for what ValidateKubeletConfiguration says, by a piece of its text that no other rule has. */
const rules: readonly (readonly [rule: string, pattern: RegExp])[] = [
  // First those that repeat unquoted what the document says.
  ['V18', /defaultPodSysctls/],
  ['V36', /^invalid taint:/],
  ['V62', /invalid image pattern/],
  ['V66', /unable to parse reservedSystemCPUs/],
  ['V67', /limit type .* for NUMA|reserved memory (?:may not|has a duplicate)/],
  ['V71', /^logging\./],
  ['V72', /^tracing|tracing should not be configured/],
  // Then in their order.
  ['V03', /nodeLeaseDurationSeconds/],
  ['V04', /is not supported unless cgroupsPerQOS/],
  ['V05', /systemCgroups \(/],
  ['V06', /eventBurst/],
  ['V07', /eventRecordQPS/],
  ['V08', /healthzPort/],
  ['V09', /cpuCFSQuotaPeriod .* requires feature gate/],
  ['V10', /cpuCFSQuotaPeriod .* must be between/],
  ['V11', /: imageGCHighThresholdPercent/],
  ['V12', /imageGCLowThresholdPercent .* must be between/],
  ['V13', /imageGCLowThresholdPercent .* must be less than/],
  ['V14', /ImageMaximumGCAge feature gate/],
  ['V15', /imageMinimumGCAge \S+ must not be negative/],
  ['V16', /imageMaximumGCAge \S+ must not be negative/],
  ['V17', /imageMaximumGCAge \S+ must be greater/],
  ['V19', /iptablesDropBit/],
  ['V20', /iptablesMasqueradeBit/],
  ['V21', /kubeAPIBurst/],
  ['V22', /kubeAPIQPS/],
  ['V23', /nodeStatusMaxImages/],
  ['V24', /maxOpenFiles/],
  ['V25', /maxPods/],
  ['V26', /oomScoreAdj/],
  ['V27', /podsPerCore/],
  ['V28', /: port \(/],
  ['V29', /readOnlyPort/],
  ['V30', /registryBurst/],
  ['V31', /registryPullQPS/],
  ['V32', /maxParallelImagePulls .* must be a positive/],
  ['V33', /maxParallelImagePulls cannot be larger/],
  ['V34', /serverTLSBootstrap/],
  ['V35', /runOnce/],
  ['V37', /taint\.TimeAdded/],
  ['V38', /topologyManagerPolicy \(/],
  ['V39', /topologyManagerScope/],
  ['V40', /shutdownGracePeriodCriticalPods .* must be <=/],
  ['V41', /: shutdownGracePeriod \S+ must be either/],
  ['V42', /: shutdownGracePeriodCriticalPods \S+ must be either/],
  ['V43', /specifying shutdownGracePeriod or/],
  ['V44', /Cannot specify both shutdownGracePeriodByPodPriority/],
  ['V45', /Specifying shutdownGracePeriodByPodPriority requires/],
  ['V46', /swapBehavior .* must be one of/],
  ['V47', /swapBehavior cannot be set/],
  ['V48', /is enabled, CrashLoopBackOff/],
  ['V49', /MaxContainerRestartPeriod \(got/],
  ['V50', /not enabled, CrashLoopBackOff/],
  ['V51', /both "system-reserved/],
  ['V52', /both "kube-reserved/],
  ['V53', /duplicated enforcements/],
  ['V54', /systemReservedCgroup .* must be specified/],
  ['V55', /kubeReservedCgroup .* must be specified/],
  ['V56', /may not contain additional enforcements/],
  ['V57', /specified for enforceNodeAllocatable/],
  ['V58', /cgroupsPerQOS \(--cgroups-per-qos\) must be set/],
  ['V59', /hairpinMode/],
  ['V60', /specified for imagePullCredentialsVerificationPolicy/],
  ['V61', /can't set `preloadedImagesVerificationAllowlist`/],
  ['V63', /`imagePullCredentialsVerificationPolicy` must not be set/],
  ['V64', /`preloadedImagesVerificationAllowlist` must not be set/],
  ['V65', /can't use reservedSystemCPUs/],
  ['V68', /cgroup v1/],
  ['V69', /userNamespaces/],
  ['V70', /showHiddenMetricsForVersion|--show-hidden-metrics-for-version/],
  ['V73', /memoryThrottlingFactor is required/],
  ['V74', /memoryThrottlingFactor must not be set/],
  ['V75', /memoryThrottlingFactor \S+ must be greater/],
  ['V76', /memoryReservationPolicy/],
  ['V77', /containerRuntimeEndpoint/],
  ['V78', /NodeLogQuery feature gate/],
  ['V79', /enableSystemLogHandler is required/],
  ['V80', /containerLogMaxWorkers/],
  ['V81', /containerLogMonitorInterval/],
  ['V82', /containerLogMaxFiles/],
  ['V83', /podLogsDir was not specified/],
  ['V84', /must be absolute path/],
  ['V85', /must be normalized/],
  ['V86', /ASCII characters only/],
]

/** Those of many parts, which kubelets tell one by one as we do. */
const severally: ReadonlySet<string> = new Set(['V53', 'V67', 'V71', 'V72'])

/** Sorted, and each once, but for those of many parts: none of them shall hide another. */
export const tallied = (ids: readonly string[]): readonly string[] =>
  ids.filter((id, index) => severally.has(id) || ids.indexOf(id) === index).sort()

/** The rules that a document breaks; `?` and the text where this table lacks it. */
export function brokenRules({ stage, errors }: Verdict): readonly string[] {
  if (stage !== 'rules') return []
  return tallied(errors.map(({ message }) => ruleOf(message)))
}

function ruleOf(message: string): string {
  const text = message.replaceAll(/"(?:[^"\\]|\\.)*"/g, (quoted) => (telling.has(quoted) ? quoted : '""'))
  return rules.find(([, pattern]) => pattern.test(text))?.[0] ?? `? ${message}`
}

/** What is quoted comes from the document, but for the names that tell V51 from V52. */
const telling: ReadonlySet<string> = new Set(['"system-reserved"', '"kube-reserved"'])
