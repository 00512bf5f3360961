import type { Case } from './case.ts'

const on = (gate: string): string => `featureGates: {${gate}: true}\n`
const logging = (members: string): string => `logging: {${members}}\n`
const vmodule = (item: string): string => logging(`vmodule: [{filePattern: a, verbosity: 1}, {${item}}]`)
const tracing = (members: string): string => `tracing: {${members}}\n`
const collector = (endpoint: string): string => tracing(`endpoint: "${endpoint}"`)

/** What the gate for alpha options allows. */
const alpha = [
  ['text.splitStream', 'true', 'false', 'true'],
  ['text.infoBufferSize', '1Ki', '"0"', '1Ki'],
  ['json.splitStream', 'true', 'false', 'true'],
  ['json.infoBufferSize', '0.1', '10E', '100m'],
].map(([option = '', breaks, keeps, shown]): Case => {
  const [kind, name] = option.split('.')
  return {
    rule: 'V71',
    breaks: logging(`options: {${kind}: {${name}: ${breaks}}}`),
    keeps: logging(`options: {${kind}: {${name}: ${keeps}}}`),
    path: `logging.options.${option}`,
    message: `logging.options.${option} ${shown} needs the feature gate LoggingAlphaOptions`,
  }
})

const logs: readonly Case[] = [
  {
    rule: 'V71',
    release: '1.35',
    breaks: logging('flushFrequency: -1'),
    keeps: logging('flushFrequency: 0'),
    path: 'logging.flushFrequency',
    message: 'logging.flushFrequency -1ns must be greater than 0',
  },
  {
    rule: 'V71',
    breaks: logging('format: JSON'),
    keeps: logging('format: json'),
    path: 'logging.format',
    message: "logging.format 'JSON' must be text or json",
  },
  {
    rule: 'V71',
    breaks: `${logging('format: json')}featureGates: {LoggingBetaOptions: false}\n`,
    keeps: `${logging('format: text')}featureGates: {LoggingBetaOptions: false}\n`,
    path: 'logging.format',
    message: 'logging.format json needs the feature gate LoggingBetaOptions',
  },
  {
    rule: 'V71',
    breaks: logging('verbosity: 2147483648'),
    keeps: logging('verbosity: 2147483647'),
    path: 'logging.verbosity',
    message: 'logging.verbosity 2147483648 must not be greater than 2147483647',
  },
  {
    rule: 'V71',
    breaks: logging('format: json, vmodule: [{filePattern: a, verbosity: 1}]'),
    keeps: logging('format: json, vmodule: []'),
    path: 'logging.vmodule',
    message: "logging.vmodule must be empty while logging.format is 'json'",
  },
  {
    rule: 'V71',
    breaks: vmodule('verbosity: 1'),
    keeps: vmodule('filePattern: b'),
    path: 'logging.vmodule[1].filePattern',
    message: 'logging.vmodule[1].filePattern must not be empty',
  },
  {
    rule: 'V71',
    breaks: vmodule('filePattern: "a,b"'),
    keeps: vmodule('filePattern: "a*b"'),
    path: 'logging.vmodule[1].filePattern',
    message: "logging.vmodule[1].filePattern 'a,b' must not contain = or a comma",
  },
  {
    rule: 'V71',
    breaks: vmodule('filePattern: b, verbosity: 4294967295'),
    keeps: vmodule('filePattern: b, verbosity: 2147483647'),
    path: 'logging.vmodule[1].verbosity',
    message: 'logging.vmodule[1].verbosity 4294967295 must not be greater than 2147483647',
  },
  {
    rule: 'V71',
    breaks: logging('options: {json: {splitStream: true}}'),
    keeps: on('LoggingAlphaOptions') + logging('options: {json: {splitStream: true, infoBufferSize: 1Ki}}'),
    path: 'logging.options.json.splitStream',
    message: 'logging.options.json.splitStream true needs the feature gate LoggingAlphaOptions',
  },
]

const traces: readonly Case[] = [
  {
    rule: 'V72',
    release: '1.33',
    breaks: 'featureGates: {KubeletTracing: false}\ntracing: {}\n',
    keeps: 'featureGates: {KubeletTracing: false}\ntracing: null\n',
    path: 'tracing',
    message: 'tracing needs the feature gate KubeletTracing',
  },
  {
    rule: 'V72',
    breaks: tracing('samplingRatePerMillion: -1'),
    keeps: tracing('samplingRatePerMillion: 0'),
    path: 'tracing.samplingRatePerMillion',
    message: 'tracing.samplingRatePerMillion -1 must be from 0 to 1000000',
  },
  {
    rule: 'V72',
    breaks: tracing('samplingRatePerMillion: 1000001'),
    keeps: tracing('samplingRatePerMillion: 1000000'),
    path: 'tracing.samplingRatePerMillion',
    message: 'tracing.samplingRatePerMillion 1000001 must be from 0 to 1000000',
  },
  {
    rule: 'V72',
    breaks: collector('http://user:secret@localhost:4317'),
    keeps: collector('DNS://localhost:4317'),
    path: 'tracing.endpoint',
    message:
      "tracing.endpoint 'http://<redacted>@localhost:4317' must have the scheme dns, unix, unix-abstract or none",
  },
  {
    rule: 'V72',
    breaks: collector('local host:4317'),
    keeps: collector(':4317'),
    path: 'tracing.endpoint',
    message: "tracing.endpoint 'dns://local host:4317' must not have ' ' in its host",
  },
]

export const cases: readonly Case[] = [...logs, ...alpha, ...traces]
