import type { Finding } from '../health/finding.ts'
import type { Beat, Pulse } from '../health/heartbeats.ts'
import type { Look, Vigil } from '../health/vigil.ts'
import type { BadDocument } from '../model/config.ts'
import { type DocumentVersion, documentSources } from '../model/config.ts'
import type { Chore, StateFilesMove } from '../model/effect.ts'
import type { Instant } from '../model/instant.ts'
import { type Journal, journalVersion, type Postponed } from './journal.ts'
import {
  boolean,
  type Check,
  equal,
  fact,
  listOf,
  mapOf,
  natural,
  number,
  object,
  oneOf,
  optional,
  text,
  union,
} from './shape.ts'
import type { Applying, DeadEnd, RollingBack, Settled, Trial, Work } from './work.ts'

/**
 * A journal as it was written; undefined when anything of it has another form: then it is damaged, or somebody edited it.
 * Nothing of it is guessed.
 */
export const parseJournal = (value: unknown): Journal | undefined => (journal(value) ? (value as Journal) : undefined)

const version = object<DocumentVersion>({
  source: oneOf(documentSources),
  digest: text,
  checkpoint: (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value),
  uid: text,
  resourceVersion: text,
  revision: optional(natural),
})

const ownFiles = object({ source: equal('local') })

const config: Check = (value) => version(value) || ownFiles(value)

const instant = object<Instant>({ bootId: text, uptimeMs: number })

const finding = union<Finding>({
  healthy: {},
  failing: { because: fact },
  harm: { because: fact },
  inconclusive: { because: fact },
})

const look = object<Look>({
  bootId: text,
  uptimeMs: number,
  finding,
})

const beat = object<Beat>({
  value: number,
  after: optional(instant),
  by: instant,
  wroteAtMs: optional(number),
  seen: object<Beat['seen']>({ bootId: text, uptimeMs: number, aheadMs: number }),
})

const pulse = object<Pulse>({ lease: optional(beat), ready: optional(beat) })

const vigil = object<Vigil>({
  restartedAt: number,
  pulse: optional(pulse),
  healthyMs: number,
  failingMs: number,
  inconclusiveMs: number,
  crashes: natural,
  counted: optional(object({ bootId: text, restarts: natural })),
  healthyLooks: natural,
  harmfulLooks: natural,
  process: optional(object({ pid: natural, startedAtMs: number })),
  last: optional(look),
})

const texts = listOf(text)

const change = {
  config,
  replaces: config,
  restarts: boolean,
  stateFiles: texts,
  concernsSandboxes: boolean,
  since: number,
}

const trialFields: Fields<Trial> = {
  ...change,
  podsBefore: optional(texts),
  podsInDoubt: optional(boolean),
  runsOther: boolean,
  others: text,
  othersRead: text,
  vigil,
}

const deadEndFields: Fields<DeadEnd> = { since: number, from: config, because: fact, vigil }

const work = union<Work>({
  Settled: { since: number } satisfies Fields<Settled>,
  Applying: {
    ...change,
    stage: oneOf(['noting', 'arming', 'writing', 'restarting']),
    shadowedByFlags: texts,
    allocatable: optional(mapOf(text)),
    podsBefore: optional(texts),
    podsInDoubt: optional(boolean),
    pulse: optional(pulse),
    writtenAt: optional(instant),
    instead: optional(union<Trial | DeadEnd>({ Trial: trialFields, DeadEnd: deadEndFields })),
  } satisfies Fields<Applying>,
  Trial: trialFields,
  RollingBack: {
    since: number,
    stage: oneOf(['examining', 'disarming', 'writing', 'restarting', 'checking']),
    from: config,
    to: config,
    because: fact,
    verdict: oneOf(['bad', 'none', 'unproven']),
    stateFiles: union<StateFilesMove>({ leave: {}, aside: { names: texts }, back: {} }),
    isLastResort: boolean,
    writtenAt: optional(instant),
    vigil,
  } satisfies Fields<RollingBack>,
  DeadEnd: deadEndFields,
})

const chore = union<Chore>({
  'forget-starts': {},
  disarm: {},
  'acknowledge-rescue': {},
  'capture-local': {},
  'keep-checkpoints': { checkpoints: texts },
})

const bad = object<BadDocument>({ digest: text, kubeletVersion: text, because: fact, at: number })

const postponed = object<Postponed>({ digest: text, until: oneOf(['api-answers', 'live-file-ours']) })

const journal = object<Journal>({
  schemaVersion: equal(journalVersion),
  node: text,
  kubeletVersion: optional(text),
  work,
  active: config,
  lastKnownGood: config,
  provenBy: optional(text),
  others: optional(text),
  bad: listOf(bad),
  postponed: optional(postponed),
  restarts: listOf(instant),
  optOut: optional(oneOf(['freeze', 'local'])),
  forgotten: optional(text),
  shadowedByFlags: texts,
  chores: listOf(chore),
})

/** Every field but the kind has a check, so that a new field cannot be forgotten here. */
type Fields<T extends { readonly kind: string }> = Readonly<Record<Exclude<keyof T, 'kind'>, Check>>
