import * as v from 'valibot'
import { outputVersion } from '../../names.ts'
import { documentSources } from '../model/config.ts'
import { phases } from '../model/phase.ts'
import { type AgentReport, longest, reportKind } from './report.ts'
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
  const version = v.safeParse(versionOfReport, json)
  if (!version.success) return unreadable(ReportNotJson())
  if (version.output !== `${outputVersion} ${reportKind}`)
    return unreadable(ReportVersionUnknown({ version: version.output }))
  const read = v.safeParse(report, json)
  if (read.success) return { kind: 'report', report: read.output }
  const fields = [...new Set(read.issues.map(placeOf))]
  return unreadable(ReportFieldsInvalid({ fields: fields.slice(0, longest.list) }))
}

const unreadable = (because: ReportFact): ReportReading => ({ kind: 'unreadable', because })

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `bad[0].at`. */
const placeOf = ({ path }: v.BaseIssue<unknown>): string =>
  (path ?? [])
    .map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${key}`))
    .join('')
    .slice(1)

/** The library takes a list for an object. */
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const object = <T extends v.ObjectEntries>(entries: T) => v.pipe(v.custom<object>(isObject), v.object(entries))

const text = (characters: number) => v.pipe(v.string(), v.maxLength(characters))
const name = text(longest.name)
const time = v.pipe(
  text(40),
  v.check((value) => value === '' || !Number.isNaN(Date.parse(value))),
)
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
/** Absent and null are empty, off and undefined. */
const listOf = <T extends v.GenericSchema>(item: T, items: number) =>
  v.nullish(v.pipe(v.array(item), v.maxLength(items)), [])
const flag = v.nullish(v.boolean(), false)
const optional = <T extends v.GenericSchema>(schema: T) => v.nullish(schema, () => undefined)

const versionOfReport = v.pipe(
  object({ apiVersion: v.fallback(name, ''), kind: v.fallback(name, '') }),
  v.transform(({ apiVersion, kind }) => `${apiVersion} ${kind}`.trim()),
)

const config = v.variant('source', [
  v.object({ source: v.literal('local') }),
  v.object({
    source: v.picklist(documentSources),
    digest: name,
    uid: name,
    resourceVersion: name,
    revision: optional(count),
  }),
])

const fact = {
  reason: name,
  message: text(2 * longest.message),
  hints: optional(listOf(text(2 * longest.hint), longest.hints)),
}

const quantities = v.pipe(
  v.custom<object>(isObject),
  v.record(v.string(), name),
  v.transform((all) => Object.fromEntries(Object.entries(all).slice(0, longest.list))),
)

/** Fields that it does not name are ignored: a newer version may have added them. */
const report: v.GenericSchema<unknown, AgentReport> = object({
  phase: v.picklist(phases),
  since: time,
  assigned: optional(config),
  active: config,
  lastKnownGood: config,
  trial: optional(object({ elapsedSeconds: count, lengthSeconds: count })),
  problem: optional(object(fact)),
  trouble: optional(object(fact)),
  optOut: optional(object({ by: v.picklist(['file', 'annotation']), mode: v.picklist(['freeze', 'local']) })),
  bad: listOf(object({ digest: name, kubeletVersion: name, ...fact, at: time }), longest.bad),
  shadowedByFlags: listOf(name, longest.list),
  drifted: flag,
  allocatable: optional(quantities),
  kubeletVersion: name,
  agentVersion: optional(name),
  followsRollouts: optional(flag),
  gated: optional(flag),
  generation: optional(count),
  policyEnforced: optional(flag),
})
