import type { Effective } from '../defaults/effective.ts'
import { asInt, asText } from '../defaults/values.ts'
import { readUrl } from '../grammar/url.ts'
import type { Value } from '../model/document.ts'
import { quote } from '../model/quote.ts'
import { type Problem, type Rule, unless } from './rule.ts'
import { withoutGate } from './without-gate.ts'

const [tracing, rate, endpoint] = ['tracing', 'tracing.samplingRatePerMillion', 'tracing.endpoint']
const gate = 'KubeletTracing'
const schemes = ['dns', 'unix', 'unix-abstract']

/** From 1.34 the gate is locked, and the kubelet does not check it. */
const isOff = (config: Effective): boolean => !config.isAtLeast('1.34') && !config.enabled(gate)

const checkRate = (value: Value): readonly Problem[] => {
  const perMillion = asInt(value)
  return unless(perMillion >= 0n && perMillion <= 1_000_000n, () => ({
    path: rate,
    at: value,
    subject: rate,
    message: `${perMillion} must be from 0 to 1000000`,
  }))
}

/** Without a double slash, gRPC's resolver `dns` is used. */
function checkEndpoint(value: Value): readonly Problem[] {
  const text = asText(value)
  const url = text.includes('//') ? text : `dns://${text}`
  const flaw = flawOf(url)
  return unless(flaw === undefined, () => ({
    path: endpoint,
    at: value,
    subject: endpoint,
    message: `${quote(url)} ${flaw}`,
  }))
}

function flawOf(url: string): string | undefined {
  const read = readUrl(url)
  if ('flaw' in read) return read.flaw
  return schemes.includes(read.scheme) ? undefined : `must have the scheme ${schemes.join(', ')} or none`
}

function check(config: Effective): readonly Problem[] {
  if (!config.has(tracing)) return []
  if (isOff(config)) return [withoutGate({ field: tracing, gate })]
  const [perMillion, collector] = [config.get(rate), config.get(endpoint)]
  return [
    ...(perMillion === undefined ? [] : checkRate(perMillion)),
    ...(collector === undefined ? [] : checkEndpoint(collector)),
  ]
}

/** Where traces are sent, and how many. */
export const tracingRules: readonly Rule[] = [
  {
    id: 'V72',
    gates: [gate],
    fields: [tracing, endpoint, rate, 'featureGates'],
    meaning:
      'tracing.samplingRatePerMillion must be from 0 to 1000000, tracing.endpoint must be host:port or a URL of ' +
      'dns, unix or unix-abstract, and (up to 1.33) tracing requires the feature gate KubeletTracing.',
    source: 'staging/src/k8s.io/component-base/tracing/api/v1/config.go, ValidateTracingConfiguration',
    check,
  },
]
