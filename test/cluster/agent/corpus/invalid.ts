import type { HurtfulDocument } from './document.ts'

type Row = readonly [name: string, fields: string, rule: string, says: string]

const invalid = (exit: 1 | 2, rows: readonly Row[]): readonly HurtfulDocument[] =>
  rows.map(([name, fields, rule, says]) => ({
    name,
    fields,
    says,
    course: { kind: 'invalid', exit },
    agent: 'refuses',
    validate: 'invalid',
    rules: [rule],
  }))

/** What we refuse for any host, so that it costs no restart. */
export const invalidDocuments: readonly HurtfulDocument[] = [
  ...invalid(1, [
    ['broken YAML', 'clusterDNS: [10.0.0.10', 'READ-SYNTAX', 'did not find expected'],
    ['another version', 'apiVersion: kubelet.config.k8s.io/v1', 'DECODE-KIND', 'no kind'],
    ['a string for a number', 'maxPods: "50"', 'DECODE-TYPE', 'cannot unmarshal string'],
    ['a negative number', 'maxPods: -1', 'V25', 'must not be a negative number'],
    ['a port beyond all', 'healthzPort: 65536', 'V08', 'must be between 1 and 65535'],
    ['thresholds that cross', 'imageGCHighThresholdPercent: 80', 'V13', 'must be less than'],
    ['an unknown topology policy', 'topologyManagerPolicy: best', 'V38', 'topologyManagerPolicy'],
    ['an unknown swap behaviour', 'memorySwap: {swapBehavior: UnlimitedSwap}', 'V46', 'memorySwap.swapBehavior'],
    ['a percentage beyond all', 'evictionHard: {memory.available: 101%}', 'S01', 'must be <= 100%'],
    ['a soft threshold without grace', 'evictionSoft: {memory.available: 200Mi}', 'S02', 'grace period must be'],
    ['a negative reservation', 'systemReserved: {memory: -5Mi}', 'S04', 'cannot be negative'],
    ['static without reservation', 'cpuManagerPolicy: static', 'S06', 'unable to determine reserved CPU resources'],
    ['half a mebibyte of log', 'containerLogMaxSize: 10.5Mi', 'S09', 'failed to parse container log max size'],
    ['a cipher of nobody', 'tlsCipherSuites: [FOO]', 'S10', 'Cipher suite FOO not supported'],
    ['an unknown authorization', 'authorization: {mode: RBAC}', 'S11', 'unknown authorization mode RBAC'],
  ]),
  ...invalid(2, [
    ['an unknown gate', 'featureGates: {NoSuchGate: true}', 'V01', 'unrecognized feature gate: NoSuchGate'],
    ['a locked gate', 'featureGates: {NodeSwap: false}', 'V01', 'feature is locked to true'],
  ]),
  ...(
    [
      ['a misspelt field', 'maxpods: 50', 'STRICT-CASE', 'unknown field'],
      ['a field twice', 'maxPods: 50\nmaxPods: 60', 'STRICT-DUPLICATE', 'already set in map'],
    ] as const
  ).map(
    ([name, fields, rule, says]): HurtfulDocument => ({
      name,
      fields,
      says,
      course: { kind: 'ignored' },
      agent: 'refuses',
      validate: 'warning',
      rules: [rule],
    }),
  ),
]
