import { int64Of } from '../../quantity/int64.ts'
import { formatQuantity } from '../../quantity/quantity.ts'
import type { Effective } from '../defaults/effective.ts'
import { asInt, asQuantity, asText, member } from '../defaults/values.ts'
import { itemPath } from '../model/path.ts'
import { quote } from '../model/quote.ts'
import { oneOf } from './one-of.ts'
import { type Problem, type Rule, unless } from './rule.ts'
import { withoutGate } from './without-gate.ts'

/** The problems of the value at a path; they are reported at that path unless a problem has another. */
type Check = (config: Effective, path: string) => readonly Problem[]

const format = 'logging.format'

const isAboveZero: Check = (config, path) =>
  unless(!config.isAtLeast('1.35') || config.duration(path) > 0n, () => ({
    subject: path,
    message: `${config.durationText(path)} must be greater than 0`,
  }))

const isFormat: Check = (config, path) => oneOf(path, config.text(path), ['text', 'json'])

const isFormatWithGate: Check = (config, path) =>
  unless(config.text(path) !== 'json' || config.enabled('LoggingBetaOptions'), () =>
    withoutGate({ field: path, value: 'json', gate: 'LoggingBetaOptions' }),
  )

const isVerbosity: Check = (config, path) => limitVerbosity(path, asInt(config.get(path)))

const goesWithText: Check = (config, path) =>
  unless(config.list(path).length === 0 || config.text(format) === 'text', () => ({
    reason: 'FieldValueForbidden',
    subject: path,
    message: `must be empty while ${format} is ${quote(config.text(format))}`,
  }))

const isSplitWithGate: Check = (config, path) =>
  unless(!config.bool(path) || config.enabled('LoggingAlphaOptions'), () =>
    withoutGate({ field: path, value: true, gate: 'LoggingAlphaOptions' }),
  )

const isBufferWithGate: Check = (config, path) => {
  const size = asQuantity(config.get(path))
  return unless(int64Of(size) === 0n || config.enabled('LoggingAlphaOptions'), () =>
    withoutGate({ field: path, value: formatQuantity(size), gate: 'LoggingAlphaOptions' }),
  )
}

const checks: readonly (readonly [path: string, check: Check])[] = [
  ['logging.flushFrequency', isAboveZero],
  [format, isFormat],
  [format, isFormatWithGate],
  ['logging.verbosity', isVerbosity],
  ['logging.vmodule', goesWithText],
  ['logging.vmodule', keepsVmodule],
  ['logging.options.text.splitStream', isSplitWithGate],
  ['logging.options.text.infoBufferSize', isBufferWithGate],
  ['logging.options.json.splitStream', isSplitWithGate],
  ['logging.options.json.infoBufferSize', isBufferWithGate],
]

/** How the kubelet logs. */
export const loggingRules: readonly Rule[] = [
  {
    id: 'V71',
    gates: ['LoggingBetaOptions', 'LoggingAlphaOptions'],
    fields: [...new Set(checks.map(([path]) => path)), 'featureGates'],
    meaning:
      'logging.format must be text or json; logging.vmodule requires format text, and patterns without = and ' +
      'comma; verbosities must fit an int32; flushFrequency must be greater than 0 (from 1.35); splitStream and ' +
      'infoBufferSize require the feature gate LoggingAlphaOptions.',
    source: 'staging/src/k8s.io/component-base/logs/api/v1/options.go, Validate',
    check: (config) =>
      checks.flatMap(([path, check]) => {
        const at = config.written(path)
        return check(config, path).map((problem) => ({ path, ...(at !== undefined && { at }), ...problem }))
      }),
  },
]

/** klog stores it in an int32. */
const highestVerbosity = 2n ** 31n - 1n

const limitVerbosity = (path: string, level: bigint): readonly Problem[] =>
  unless(level <= highestVerbosity, () => ({
    path,
    subject: path,
    message: `${level} must not be greater than ${highestVerbosity}`,
  }))

/** The part of V71 about the verbosity of individual source files. */
function keepsVmodule(config: Effective, list: string): readonly Problem[] {
  return config.list(list).flatMap((item, index) => {
    const [pattern, level] = [member(item, 'filePattern'), member(item, 'verbosity')]
    const path = itemPath(list, index)
    return [
      ...limitPattern(`${path}.filePattern`, asText(pattern)).map((problem) => ({ at: pattern ?? item, ...problem })),
      ...limitVerbosity(`${path}.verbosity`, asInt(level)).map((problem) => ({ at: level ?? item, ...problem })),
    ]
  })
}

function limitPattern(path: string, pattern: string): readonly Problem[] {
  if (pattern === '') return [{ path, reason: 'FieldValueRequired', subject: path, message: 'must not be empty' }]
  return unless(!/[=,]/.test(pattern), () => ({
    path,
    subject: path,
    message: `${quote(pattern)} must not contain = or a comma`,
  }))
}
