import type { Effective } from '../defaults/effective.ts'
import { asInt, asText } from '../defaults/values.ts'
import { itemPath } from '../model/path.ts'
import { quote } from '../model/quote.ts'
import { oneOf } from '../rules/one-of.ts'
import type { Problem, Rule } from '../rules/rule.ts'
import { placeOf } from './place.ts'
import { cipherSuites, curves, suitesOfHttp2, versions } from './tls-names.ts'

const [version, suites, preferences] = ['tlsMinVersion', 'tlsCipherSuites', 'tlsCurvePreferences'] as const

/** TLS of the kubelet API. */
export const tlsRules: readonly Rule[] = [
  {
    id: 'S10',
    fields: [version, suites, preferences, 'enableServer'],
    meaning:
      'TLS versions, cipher suites and curves must be known to Go, curves must not repeat, and HTTP/2 requires a ' +
      'suite that it supports.',
    source: 'staging/src/k8s.io/component-base/cli/flag/ciphersuites_flag.go; cmd/kubelet/app/server.go, InitializeTLS',
    check: (config) => [
      ...oneOf(version, config.text(version), versions),
      ...suitesProblems(config),
      ...curveProblems(config),
    ],
  },
]

/** The kubelet checks the second only if it knows all suites. */
function suitesProblems(config: Effective): readonly Problem[] {
  const unknown = unknownSuites(config)
  return unknown.length > 0 ? unknown : http2Problems(config)
}

function unknownSuites(config: Effective): readonly Problem[] {
  return config.list(suites).flatMap((item, index) =>
    oneOf('the suite', asText(item), cipherSuites).map((problem) => ({
      remedy: `use its name in Go, such as ${suitesOfHttp2[0]}`,
      ...problem,
      path: itemPath(suites, index),
      at: item,
      subject: undefined,
      message: `unknown cipher suite ${quote(asText(item))}`,
    })),
  )
}

/** Go's server does not start if it cannot serve HTTP/2; with TLS 1.3 it does not check this (net/http). */
function http2Problems(config: Effective): readonly Problem[] {
  const given = config.list(suites).map(asText)
  const served = config.bool('enableServer') && config.text(version) !== 'VersionTLS13'
  if (!served || given.length === 0 || suitesOfHttp2.some((suite) => given.includes(suite))) return []
  return [
    {
      ...placeOf(config, suites),
      subject: suites,
      message: `must have a suite that HTTP/2 requires: ${suitesOfHttp2.join(' or ')}`,
    },
  ]
}

function curveProblems(config: Effective): readonly Problem[] {
  const before = new Set<number>()
  return config.list(preferences).flatMap((item, index): readonly Problem[] => {
    const [place, curve] = [{ path: itemPath(preferences, index), at: item }, Number(asInt(item))]
    const repeated = before.has(curve)
    before.add(curve)
    if (!curves.has(curve))
      return [{ ...place, reason: 'FieldValueNotSupported', message: `unknown curve ${curve}`, remedy: knownCurves }]
    return repeated
      ? [{ ...place, reason: 'FieldValueDuplicate', message: `the curve ${curve} must be given only once` }]
      : []
  })
}

const knownCurves = `use one of ${[...curves].map(([id, name]) => `${id} (${name})`).join(', ')}`
