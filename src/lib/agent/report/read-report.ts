import { outputVersion } from '../../names.ts'
import { documentSources } from '../model/config.ts'
import type { OptOut } from '../model/opt-out.ts'
import { phases } from '../model/phase.ts'
import { isObject, JsonFields } from './json-fields.ts'
import {
  type AgentReport,
  longest,
  type ReportedBad,
  type ReportedConfig,
  type ReportedFact,
  type ReportedTrial,
  reportKind,
} from './report.ts'
import {
  type ReportFact,
  ReportFieldsInvalid,
  ReportNotJson,
  ReportTooLong,
  ReportVersionUnknown,
} from './report-messages.ts'

export type ReportReading =
  /** No agent reports of this node. */
  | { readonly kind: 'none' }
  | { readonly kind: 'report'; readonly report: AgentReport }
  | { readonly kind: 'unreadable'; readonly because: ReportFact }

/** Reads the annotation, whoever wrote it. Unknown fields are ignored; anything else that is not as written is a fact. */
export function readReport(annotation: string | undefined): ReportReading {
  if (annotation === undefined) return { kind: 'none' }
  const characters = annotation.length
  if (characters > longest.report) return unreadable(ReportTooLong({ characters, longest: longest.report }))
  const json = parsed(annotation)
  if (!isObject(json)) return unreadable(ReportNotJson())
  const flaws: string[] = []
  const fields = new JsonFields(json, '', flaws)
  const version = `${fields.text('apiVersion', longest.name)} ${fields.text('kind', longest.name)}`
  if (version !== `${outputVersion} ${reportKind}`) return unreadable(ReportVersionUnknown({ version: version.trim() }))
  const report = reportIn(fields)
  return flaws.length === 0
    ? { kind: 'report', report }
    : unreadable(ReportFieldsInvalid({ fields: flaws.slice(0, longest.list) }))
}

const unreadable = (because: ReportFact): ReportReading => ({ kind: 'unreadable', because })

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const reportIn = (fields: JsonFields): AgentReport => ({
  phase: fields.oneOf('phase', phases),
  since: fields.time('since'),
  assigned: fields.optional('assigned', (name) => configIn(fields, name)),
  active: configIn(fields, 'active'),
  lastKnownGood: configIn(fields, 'lastKnownGood'),
  trial: fields.optional('trial', (name) => fields.object(name, trialIn)),
  problem: fields.optional('problem', (name) => fields.object(name, factIn)),
  trouble: fields.optional('trouble', (name) => fields.object(name, factIn)),
  optOut: fields.optional('optOut', (name) => fields.object(name, optOutIn)),
  bad: fields.objects('bad', longest.bad, badIn),
  shadowedByFlags: fields.texts('shadowedByFlags', { items: longest.list, length: longest.name }),
  drifted: fields.flag('drifted'),
  allocatable: fields.optional('allocatable', (name) => fields.object(name, quantitiesIn)),
  kubeletVersion: fields.text('kubeletVersion', longest.name),
  agentVersion: fields.optional('agentVersion', (name) => fields.text(name, longest.name)),
  policyEnforced: fields.optional('policyEnforced', (name) => fields.flag(name)),
})

const trialIn = (fields: JsonFields): ReportedTrial => ({
  elapsedSeconds: fields.count('elapsedSeconds'),
  lengthSeconds: fields.count('lengthSeconds'),
})

const factIn = (fields: JsonFields): ReportedFact => ({
  reason: fields.text('reason', longest.name),
  message: fields.text('message', 2 * longest.message),
  hints: fields.optional('hints', (name) => fields.texts(name, { items: longest.hints, length: 2 * longest.hint })),
})

const badIn = (fields: JsonFields): ReportedBad => ({
  digest: fields.text('digest', longest.name),
  kubeletVersion: fields.text('kubeletVersion', longest.name),
  ...factIn(fields),
  at: fields.time('at'),
})

const optOutIn = (fields: JsonFields): OptOut => ({
  by: fields.oneOf('by', ['file', 'annotation']),
  mode: fields.oneOf('mode', ['freeze', 'local']),
})

function configIn(fields: JsonFields, name: string): ReportedConfig {
  const found = fields.object(name, (config): ReportedConfig => {
    const source = config.oneOf('source', ['local', ...documentSources])
    if (source === 'local') return { source }
    return {
      source,
      digest: config.text('digest', longest.name),
      uid: config.text('uid', longest.name),
      resourceVersion: config.text('resourceVersion', longest.name),
      revision: config.optional('revision', (revision) => config.count(revision)),
    }
  })
  return found ?? { source: 'local' }
}

function quantitiesIn(fields: JsonFields): Readonly<Record<string, string>> {
  const names = fields.names().slice(0, longest.list)
  return Object.fromEntries(names.map((name) => [name, fields.text(name, longest.name)]))
}
