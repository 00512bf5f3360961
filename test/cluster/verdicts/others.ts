import type { Row, Verdict } from './verdict.ts'

/** What cannot be decoded. */
export const undecodable: readonly Row[] = [
  ['apiVersion: kubelet.config.k8s.io/v1', 'DECODE-KIND', 'no kind'],
  ['kind: KubeletConfig', 'DECODE-KIND', 'no kind'],
  [
    'maxPods: "50"',
    'DECODE-TYPE',
    'cannot unmarshal string into Go struct field KubeletConfiguration.maxPods of type int32',
  ],
  ['maxPods: 2147483648', 'DECODE-RANGE', 'cannot unmarshal number 2147483648'],
  ['syncFrequency: 1 minute', 'DECODE-FORMAT', 'time: unknown unit'],
  ['clusterDNS: [10.0.0.10', 'READ-SYNTAX', 'did not find expected'],
]

/** Gates end the kubelet by a panic, before anything else is looked at. */
export const brokenGates: readonly Verdict[] = (
  [
    ['NoSuchGate: true', 'unrecognized feature gate: NoSuchGate'],
    ['NodeSwap: false', 'cannot set feature gate NodeSwap to false, feature is locked to true'],
    ['GracefulNodeShutdown: false', 'depends on features that are disabled'],
  ] as const
).map(([gate, says]) => ({ fields: `featureGates: {${gate}}`, rule: 'V01', says, ends: 'exit 2' }))

/** What the kubelet drops, says in one line of its log, and goes on without. */
export const dropped: readonly Verdict[] = (
  [
    ['maxpods: 50', 'STRICT-CASE', 'unknown field'],
    ['maxPodz: 50', 'STRICT-UNKNOWN', 'unknown field'],
    ['maxPods: 50\nmaxPods: 60', 'STRICT-DUPLICATE', 'already set in map'],
  ] as const
).map(([fields, rule, says]) => ({ fields, rule, says, ends: 'runs' }))

/** Odd, yet the kubelet takes it. */
export const taken: readonly string[] = [
  'featureGates: {NodeSwap: true, AllAlpha: false}',
  'imageGCHighThresholdPercent: 81\nimageMaximumGCAge: 121s',
  'crashLoopBackOff: {maxContainerRestartPeriod: 300.0009s}',
  'nodeLeaseDurationSeconds: 0\nmaxPods: 0\nsyncFrequency: 0s\npodPidsLimit: -5',
  'registerWithTaints: [{key: example.com/dedicated}]\nuserNamespaces: {idsPerPod: 131072}',
  'resolvConf: /missing\nstaticPodPath: /missing',
  'tracing: {}\nlogging: {flushFrequency: 0, verbosity: 1, vmodule: [{filePattern: "gc*", verbosity: 2}]}',
]

/**
 * Against the gate LoggingAlphaOptions, which the kubelet's validation looks at. But the kubelet registers its flags once
 * more over what it has read (cmd/kubelet/app/server.go, kubeletConfigFlagPrecedence), and these two then become false.
 */
export const overlooked: readonly Verdict[] = ['json', 'text'].map((format) => ({
  fields: `logging: {options: {${format}: {splitStream: true}}}`,
  rule: 'V71',
  ends: 'runs',
}))
