import { flagAdvice } from '../../kubelet/flags/flag-advice.ts'
import {
  absenceInWords,
  type FlagAbsence,
  type StayingReason,
  stayingInWords,
} from '../../kubelet/flags/flag-messages.ts'
import type { SimilarNames } from '../../kubelet/model/names-like.ts'
import { quote } from '../../kubelet/model/quote.ts'
import { describeReleases, type Release, releases } from '../../kubelet/model/releases.ts'
import type { Subject } from '../../message/fact.ts'
import { type FactOf, message } from '../../message/message.ts'

/** An unknown name, and similar ones. */
export interface MissingGate {
  readonly name: string
  /** Releases that have it. */
  readonly releases: readonly Release[]
  /** Other spellings or gates, when no release has it. */
  readonly similar: SimilarNames | undefined
}

/** Why a question about a name or a pair of releases cannot be answered. */
export type AskedFact =
  | FactOf<typeof NotNewer>
  | FactOf<typeof NotOlder>
  | FactOf<typeof NoSuchGates>
  | FactOf<typeof NoSuchGate>
  | FactOf<typeof NoSuchRule>
  | FactOf<typeof NoSuchField>
  | FactOf<typeof NoSuchKey>
  | FactOf<typeof FlagWithoutField>

export const NotNewer = message('NotNewer', ({ from, to }: { from: Release; to: Release }) => ({
  said: `${to} is not newer than ${from}`,
  hints: ['kubelets are not downgraded'],
}))

export const NotOlder = message('NotOlder', ({ from, to }: { from: Release; to: Release }) => ({
  said: `${from} is not older than ${to}`,
  hints: ['name the newer release with --kubernetes-version'],
}))

export const NoSuchGates = message(
  'NoSuchGates',
  ({ gates, among }: { gates: readonly MissingGate[]; among: readonly Release[] }) => ({
    said: `no feature gate ${gates.map(({ name }) => quote(name)).join(', ')} in kubelet ${among.join(' and ')}`,
    hints: gates.flatMap(gateHint),
  }),
)

/** No release has it. */
export const NoSuchGate = message('NoSuchGate', ({ gate }: { gate: MissingGate }) => ({
  said: `no feature gate ${quote(gate.name)} in any kubelet from ${releases[0]} to ${releases.at(-1)}`,
  hints: [gateHint(gate)[0] ?? 'list all of a release with kubeletcfg gates'],
}))

export const NoSuchRule = message(
  'NoSuchRule',
  ({
    rule,
    similar,
    spans,
  }: {
    rule: string
    similar: string | undefined
    /** The ids of rules about values: the first and the last of each series. */
    spans: readonly (readonly [first: string, last: string])[]
  }) => ({
    said: `no rule ${quote(rule)}`,
    hints: [
      similar === undefined
        ? `rules are ${spans.map(([first, last]) => `${first} to ${last}`).join(', ')} and those of findings`
        : `did you mean ${similar}?`,
    ],
  }),
)

export const NoSuchField = message(
  'NoSuchField',
  ({
    field,
    remedy,
    gate,
    flag,
    similar,
  }: {
    field: string
    /** The remedy of the finding for the unknown key. */
    remedy: string | undefined
    gate: string | undefined
    /** A flag with a similar name, and its field. */
    flag: { readonly name: string; readonly field: string } | undefined
    similar: SimilarNames | undefined
  }) => ({
    said: `no field ${quote(field)}`,
    hints: [
      remedy ??
        (gate && `did you mean the feature gate ${gate}?`) ??
        (flag && `did you mean ${flag.field}, the field of --${flag.name}?`) ??
        (similar && didYouMean(similar)) ??
        'list all fields with kubeletcfg explain',
    ],
  }),
)

export const NoSuchKey = message(
  'NoSuchKey',
  ({ key, map, keys }: { key: string; map: string; keys: readonly string[] }) => ({
    said: `no key ${quote(key)} in ${map}`,
    hints: [`its keys are ${keys.join(', ')}`],
  }),
)

export const FlagWithoutField = message(
  'FlagWithoutField',
  ({
    subject,
    absence,
    staying,
  }: {
    subject: Extract<Subject, { readonly kind: 'Flag' }>
    absence: FlagAbsence | undefined
    staying: StayingReason | undefined
  }) => ({
    said: `no field replaces the flag --${subject.name}`,
    hints: [
      ...(absence === undefined ? [] : [`it was ${absenceInWords(absence)}`]),
      flagAdvice.get(subject.name) ??
        (staying && stayingInWords(staying)) ??
        (absence === undefined ? 'it stays a flag' : 'omit it'),
    ],
  }),
)

function gateHint({ name, releases: some, similar }: MissingGate): readonly string[] {
  if (some.length > 0) return [`kubelets know ${name} in ${describeReleases(some)}`]
  return similar === undefined ? [] : [didYouMean(similar)]
}

function didYouMean({ names, more }: SimilarNames): string {
  if (names.length === 1 && more === 0) return `did you mean ${names[0]}?`
  return `did you mean one of ${names.join(', ')}${more === 0 ? '' : ` and ${more} more`}?`
}
