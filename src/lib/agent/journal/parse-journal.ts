import * as v from 'valibot'
import type { Fact } from '../../message/fact.ts'
import type { Finding } from '../health/finding.ts'
import type { HeartbeatHistory, SeenHeartbeat } from '../health/heartbeats.ts'
import type { Probe, ProbeHistory } from '../health/probe-history.ts'
import { type BadDocument, type Config, type DocumentVersion, documentSources } from '../model/config.ts'
import type { CleanupTask, StateFilesMove } from '../model/effect.ts'
import type { Instant } from '../model/instant.ts'
import { type Journal, journalVersion, type Postponed } from './journal.ts'
import { type KindFields, object, toldApartBy, union } from './shape.ts'
import type { Applying, DeadEnd, RollingBack, Settled, Trial, Work } from './work.ts'

/**
 * A journal as it was written; undefined when anything of it has another form: then it is damaged, or somebody edited it.
 * Nothing of it is guessed.
 */
export function parseJournal(value: unknown): Journal | undefined {
  if (v.is(journal, value)) return value
  const renamed = withPresentNames(value)
  return v.is(journal, renamed) ? renamed : undefined
}

/** Of fields that earlier builds of this version called otherwise. */
const presentNames: Readonly<Record<string, string>> = {
  vigil: 'probes',
  pulse: 'heartbeatsSeen',
  chores: 'cleanupTasks',
  healthyLooks: 'healthyProbes',
  harmfulLooks: 'harmfulProbes',
}

function withPresentNames(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withPresentNames)
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [presentNames[name] ?? name, withPresentNames(inner)]),
  )
}

const natural = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const texts = v.array(v.string())
/** What a fact has beside its reason is only words for people. */
const reasoned = v.looseObject({ reason: v.string() })
const fact = v.custom<Fact>((value) => v.is(reasoned, value))
/** The library takes a list for an object. */
const quantities = v.pipe(
  v.custom<Readonly<Record<string, string>>>((value) => !Array.isArray(value)),
  v.record(v.string(), v.string()),
)

const version = object<DocumentVersion>({
  source: v.picklist(documentSources),
  digest: v.string(),
  checkpoint: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  uid: v.string(),
  resourceVersion: v.string(),
  revision: v.optional(natural),
})

const config = toldApartBy<Config>(
  'source',
  new Map<unknown, v.GenericSchema<Config>>([
    ...documentSources.map((source) => [source, version] as const),
    ['local', object<Extract<Config, { source: 'local' }>>({ source: v.literal('local') })],
  ]),
)

const instant = object<Instant>({ bootId: v.string(), uptimeMs: v.number() })

const finding = union<Finding>({
  healthy: {},
  failing: { because: fact },
  harm: { because: fact },
  inconclusive: { because: fact },
})

const probe = object<Probe>({
  bootId: v.string(),
  uptimeMs: v.number(),
  finding,
})

const heartbeat = object<SeenHeartbeat>({
  value: v.number(),
  bootId: v.optional(v.string()),
  after: v.optional(instant),
  by: instant,
  wroteAtMs: v.optional(v.number()),
  seen: object<SeenHeartbeat['seen']>({ bootId: v.string(), uptimeMs: v.number(), aheadMs: v.number() }),
})

const heartbeatsSeen = object<HeartbeatHistory>({ lease: v.optional(heartbeat), ready: v.optional(heartbeat) })

const probes = object<ProbeHistory>({
  restartedAt: v.number(),
  heartbeatsSeen: v.optional(heartbeatsSeen),
  healthyMs: v.number(),
  failingMs: v.number(),
  inconclusiveMs: v.number(),
  crashes: natural,
  counted: v.optional(object({ bootId: v.string(), restarts: natural })),
  healthyProbes: natural,
  harmfulProbes: natural,
  runtimeMissed: v.optional(v.literal(true)),
  process: v.optional(object({ pid: natural, startedAtMs: v.number() })),
  last: v.optional(probe),
})

const change = {
  config,
  replaces: config,
  restarts: v.boolean(),
  stateFiles: texts,
  concernsSandboxes: v.boolean(),
  since: v.number(),
}

const trialFields: KindFields<Trial> = {
  ...change,
  podsBefore: v.optional(texts),
  podsInDoubt: v.optional(v.boolean()),
  runsOther: v.boolean(),
  others: v.string(),
  othersRead: v.string(),
  probes,
}

const deadEndFields: KindFields<DeadEnd> = { since: v.number(), from: config, because: fact, probes }

const work = union<Work>({
  Settled: { since: v.number() } satisfies KindFields<Settled>,
  Applying: {
    ...change,
    stage: v.picklist(['noting', 'arming', 'writing', 'restarting']),
    shadowedByFlags: texts,
    allocatable: v.optional(quantities),
    podsBefore: v.optional(texts),
    podsInDoubt: v.optional(v.boolean()),
    heartbeatsSeen: v.optional(heartbeatsSeen),
    writtenAt: v.optional(instant),
    instead: v.optional(union<Trial | DeadEnd>({ Trial: trialFields, DeadEnd: deadEndFields })),
  } satisfies KindFields<Applying>,
  Trial: trialFields,
  RollingBack: {
    since: v.number(),
    stage: v.picklist(['examining', 'disarming', 'writing', 'restarting', 'checking']),
    from: config,
    to: config,
    because: fact,
    verdict: v.picklist(['bad', 'none', 'unproven']),
    stateFiles: union<StateFilesMove>({ leave: {}, aside: { names: texts }, back: {} }),
    isLastResort: v.boolean(),
    writtenAt: v.optional(instant),
    probes,
  } satisfies KindFields<RollingBack>,
  DeadEnd: deadEndFields,
})

const task = union<CleanupTask>({
  'forget-starts': {},
  disarm: {},
  'acknowledge-rescue': {},
  'capture-local': {},
  'keep-checkpoints': { checkpoints: texts },
})

const bad = object<BadDocument>({ digest: v.string(), kubeletVersion: v.string(), because: fact, at: v.number() })

const postponed = object<Postponed>({
  digest: v.string(),
  until: v.picklist(['api-answers', 'live-file-ours', 'rescue-connected']),
})

const journal = object<Journal>({
  schemaVersion: v.literal(journalVersion),
  node: v.string(),
  kubeletVersion: v.optional(v.string()),
  work,
  active: config,
  lastKnownGood: config,
  provenBy: v.optional(v.string()),
  others: v.optional(v.string()),
  bad: v.array(bad),
  postponed: v.optional(postponed),
  gated: v.optional(v.literal(true)),
  restarts: v.array(instant),
  optOut: v.optional(v.picklist(['freeze', 'local'])),
  forgotten: v.optional(v.string()),
  shadowedByFlags: texts,
  lost: v.optional(object<NonNullable<Journal['lost']>>({ bootId: v.string(), uptimeMs: v.number(), because: fact })),
  cleanupTasks: v.array(task),
})
