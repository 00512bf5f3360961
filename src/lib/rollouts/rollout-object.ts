import { hash } from 'node:crypto'
import * as v from 'valibot'
import { rollout as names, outputVersion } from '../names.ts'
import { type Check, isCheckUrl, isPrometheusUrl, longestCheck, mostChecks, onFalses } from './checks.ts'
import type { Gate } from './gate.ts'
import { onFailures, onHurtPods, type RolloutPolicy, type Share, type WaveSize } from './policy.ts'
import { isImage, optionalProbeChecks } from './probe.ts'
import {
  type Cause,
  longest,
  noDocument,
  type PastRollout,
  type Progress,
  type Rollout,
  type RolloutDocument,
  rolloutOutcomes,
  rolloutPhases,
} from './rollout.ts'
import {
  RolloutKeyMissing,
  type RolloutObjectFact,
  RolloutStateInvalid,
  RolloutTextChanged,
} from './rollout-messages.ts'
import { allDays, minutesPerDay, type TimeWindow } from './windows.ts'

export type RolloutReading =
  | { readonly kind: 'rollout'; readonly rollout: Rollout }
  /** It releases nothing: whatever it says, somebody else wrote it. */
  | { readonly kind: 'unreadable'; readonly because: RolloutObjectFact }

type Data = Readonly<Record<string, string>>

const kind = 'RolloutState'

/** The data of its ConfigMap. The same rollout always gives the same text; null: without that key. */
export function dataOf({
  policy,
  generation,
  promoted,
  progress,
  past,
}: Rollout): Readonly<Record<string, string | null>> {
  const state = {
    apiVersion: outputVersion,
    kind,
    policy: policy ?? null,
    generation,
    promoted: storedDocument(promoted),
    progress: progress === undefined ? null : { ...progress, candidate: storedDocument(progress.candidate) },
    past: past.slice(0, longest.past),
  }
  return {
    [names.key.state]: JSON.stringify(state),
    [names.key.promoted]: promoted.text ?? null,
    [names.key.candidate]: progress?.candidate.text ?? null,
  }
}

const storedDocument = ({ generation, digest, text, revision, acceptedRisks }: RolloutDocument) => ({
  ...{ generation, digest, revision, acceptedRisks, sha256: sha256(text) },
})

const sha256 = (text: string | undefined): string | undefined => (text === undefined ? undefined : hash('sha256', text))

/** Reads what `dataOf` wrote. Anything that is not as it was written makes all of it unreadable. Unknown fields are ignored. */
export function readRollout(data: Data): RolloutReading {
  const state = data[names.key.state]
  if (state === undefined) return unreadable(RolloutKeyMissing({ key: names.key.state }))
  const read = v.safeParse(schema, parsed(state))
  if (!read.success) return unreadable(RolloutStateInvalid({ fields: fieldsOf(read.issues) }))
  const { policy, generation, promoted, progress, past } = read.output
  const documents = [
    [names.key.promoted, promoted],
    [names.key.candidate, progress?.candidate],
  ] as const
  for (const [key, stored] of documents) {
    const expected = stored?.sha256
    if (expected !== undefined && data[key] === undefined) return unreadable(RolloutKeyMissing({ key }))
    if (expected !== sha256(data[key])) return unreadable(RolloutTextChanged({ key }))
  }
  return {
    kind: 'rollout',
    rollout: {
      policy,
      generation,
      promoted: documentIn(promoted, data[names.key.promoted]),
      progress: progress && { ...progress, candidate: documentIn(progress.candidate, data[names.key.candidate]) },
      past,
    },
  }
}

const unreadable = (because: RolloutObjectFact): RolloutReading => ({ kind: 'unreadable', because })

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const mostFields = 5

/** `progress.gate.upTo`; none when it is not JSON. */
const fieldsOf = (issues: readonly v.BaseIssue<unknown>[]): readonly string[] =>
  [...new Set(issues.map(({ path = [] }) => path.map(({ key }) => key).join('.')))].filter(Boolean).slice(0, mostFields)

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const name = v.pipe(v.string(), v.maxLength(253))
const time = v.pipe(
  v.string(),
  v.check((text) => !Number.isNaN(Date.parse(text))),
)
/** Absent and null are undefined. */
const optional = <T extends v.GenericSchema>(schema: T) => v.nullish(schema, () => undefined)
const listOf = <T extends v.GenericSchema>(item: T, most: number) => v.pipe(v.array(item), v.maxLength(most))

const share = [
  v.object({ kind: v.literal('count'), count }),
  v.object({ kind: v.literal('percent'), percent: v.pipe(v.number(), v.minValue(0), v.maxValue(100)) }),
] as const
const shareSchema: v.GenericSchema<unknown, Share> = v.variant('kind', share)
const sizeSchema: v.GenericSchema<unknown, WaveSize> = v.variant('kind', [
  v.object({ kind: v.literal('canary') }),
  v.object({ kind: v.literal('nodes'), names: v.array(name) }),
  ...share,
])

const minuteUpTo = (most: number) => v.pipe(count, v.maxValue(most))
// Whoever moves the gate has to know the zone. Agents do not: one that is new to them must not make them stay behind.
const windowSchema: v.GenericSchema<unknown, TimeWindow> = v.pipe(
  v.object({
    days: v.pipe(v.array(v.picklist(allDays)), v.minLength(1)),
    from: minuteUpTo(minutesPerDay - 1),
    to: minuteUpTo(minutesPerDay),
    timeZone: v.pipe(name, v.minLength(1)),
  }),
  v.check(({ from, to }) => from !== to),
)

const checkName = v.pipe(name, v.minLength(1))
const checkSchema: v.GenericSchema<unknown, Check> = v.variant('kind', [
  v.object({
    kind: v.literal('prometheus'),
    name: checkName,
    url: v.pipe(v.string(), v.check(isPrometheusUrl)),
    query: v.pipe(v.string(), v.maxLength(longestCheck.query)),
    onFalse: v.picklist(onFalses),
  }),
  v.object({ kind: v.literal('url'), name: checkName, url: v.pipe(v.string(), v.check(isCheckUrl)) }),
])

const policySchema: v.GenericSchema<unknown, RolloutPolicy> = v.object({
  waves: v.pipe(v.array(v.object({ to: sizeSchema, soakMs: optional(count), approval: v.boolean() })), v.minLength(1)),
  soakMs: count,
  maxUnavailable: shareSchema,
  maxFailures: count,
  nodeDeadlineMs: count,
  onFailure: v.picklist(onFailures),
  // Absent from a state that is older.
  windows: v.optional(v.array(windowSchema), []),
  checks: v.optional(listOf(checkSchema, mostChecks), []),
  pods: v.optional(v.picklist(onHurtPods), 'abort'),
  probe: optional(
    v.object({ image: v.pipe(v.string(), v.check(isImage)), without: v.array(v.picklist(optionalProbeChecks)) }),
  ),
})

const cause: v.GenericSchema<unknown, Cause> = v.object({ reason: name, message: v.string() })

const gate: v.GenericSchema<unknown, Gate> = v.object({
  nodes: v.array(name),
  upTo: count,
  seed: name,
  since: time,
})

type Stored = Omit<RolloutDocument, 'text'> & { readonly sha256: string | undefined }

const document: v.GenericSchema<unknown, Stored> = v.pipe(
  v.object({
    generation: count,
    digest: v.pipe(name, v.minLength(1)),
    revision: optional(count),
    acceptedRisks: optional(v.string()),
    sha256: optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))),
  }),
  // Only what is no document has no text.
  v.check(({ digest, sha256: of }) => (digest === noDocument) === (of === undefined)),
)

const documentIn = ({ sha256: _, ...stored }: Stored, text: string | undefined): RolloutDocument => ({
  ...stored,
  text,
})

const progressSchema: v.GenericSchema<unknown, Omit<Progress, 'candidate'> & { readonly candidate: Stored }> = v.object(
  {
    phase: v.picklist(rolloutPhases),
    candidate: document,
    gate,
    startedAt: time,
    canaries: listOf(name, longest.canaries),
    wave: count,
    approvedWave: v.pipe(v.number(), v.safeInteger(), v.minValue(-1)),
    moves: listOf(v.object({ at: time, upTo: count, named: optional(count) }), longest.moves),
    // Earlier versions noticed none.
    late: v.nullish(listOf(v.object({ name, at: time }), longest.late), () => []),
    soaksSince: optional(time),
    cause: optional(cause),
  },
)

const pastSchema: v.GenericSchema<unknown, PastRollout> = v.object({
  digest: name,
  revision: optional(count),
  outcome: v.picklist(rolloutOutcomes),
  startedAt: time,
  endedAt: time,
  cause: optional(cause),
})

const schema = v.object({
  apiVersion: v.literal(outputVersion),
  kind: v.literal(kind),
  policy: optional(policySchema),
  generation: count,
  promoted: document,
  progress: optional(progressSchema),
  past: listOf(pastSchema, longest.past),
})
