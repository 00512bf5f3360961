import { messageOf } from '../../message/describe.ts'
import type { FileSubject, Subject } from '../../message/fact.ts'
import { type FactOf, message } from '../../message/message.ts'
import { quote } from '../model/quote.ts'
import { newest, oldest, type Release } from '../model/releases.ts'
import type { Position } from '../model/tree.ts'
import { flagAdvice } from './flag-advice.ts'

/** The place of a word of a command line. */
export interface WordPlace {
  /** The name of the file. */
  readonly from: string
  /** The position in that file, if known. */
  readonly at?: Position | undefined
}

/** The place of a word, as in messages. */
export const placeOf = ({ from, at }: WordPlace): string =>
  at === undefined ? from : `${from}:${at.line}:${at.column}`

type FlagSubject = Extract<Subject, { readonly kind: 'Flag' }>
/** The form that the value of a flag must have. */
export type FlagForm =
  | 'bool'
  | 'duration'
  | 'gates'
  | 'headers'
  | 'int32'
  | 'int64'
  | 'integer'
  | 'ip'
  | 'level'
  | 'list'
  | 'pair'
  | 'pairs'
  | 'patterns'
  | 'quantity'
  | 'reservations'
  | 'taints'
  | 'thresholds'

/** Why no kubelet accepts a command line. */
export type FlagProblem =
  | FactOf<typeof InvalidFlagValue>
  | FactOf<typeof FlagValueMissing>
  | FactOf<typeof SeparateBoolean>
  | FactOf<typeof WordAfterFlag>
  | FactOf<typeof UnexpectedWord>
  | FactOf<typeof NotAFlag>

/** Notes on a command line, which is used in spite of them. */
export type FlagNote =
  | FactOf<typeof FlagRepeated>
  | FactOf<typeof RelativePath>
  | FactOf<typeof ConfigNotGiven>
  | FactOf<typeof PartOfCommandLine>
  | FactOf<typeof FileWithoutCommandLine>
  | FactOf<typeof UnusedVariables>
  | FactOf<typeof RivalUnits>
  | FactOf<typeof VariableSetTwice>

/** Why a command line could not be read. */
export type CommandLineRefusal =
  | FactOf<typeof SeveralCommandLines>
  | FactOf<typeof SeveralKubelets>
  | FactOf<typeof NoKubeletFlags>
  | FactOf<typeof NotKubeletCommandLine>
  | FactOf<typeof OpenQuote>
  | FactOf<typeof OpenValueQuote>

/** Why a release does not have a flag. */
export type FlagAbsence = FactOf<typeof FlagRemoved> | FactOf<typeof FlagAddedLater> | FactOf<typeof UnknownFlag>

/** Why a flag that has a field should remain a flag. */
export type StayingReason =
  | FactOf<typeof IdentityOfNode>
  | FactOf<typeof PrintsAndExits>
  | FactOf<typeof CountsBeforeFile>
  | FactOf<typeof ZeroMeansDefault>

/** A flag that the kubelet of a release does not have: with it, the kubelet does not start. */
export type FlagStopsKubelet = FactOf<typeof FlagStopsKubelet>

export type FlagFact = CommandLineRefusal | FlagAbsence | FlagNote | FlagProblem | FlagStopsKubelet | StayingReason

export const flagSubject = (name: string): FlagSubject => ({ kind: 'Flag', name })

export const InvalidFlagValue = message(
  'InvalidFlagValue',
  (fact: {
    place: WordPlace
    subject: FlagSubject
    wanted: FlagForm
    /** undefined: it may be a secret. */
    found: string | undefined
  }) =>
    at(
      fact,
      `--${fact.subject.name} must be ${forms[fact.wanted]}${fact.found === undefined ? '' : `, not ${quote(fact.found)}`}`,
    ),
)

export const FlagValueMissing = message('FlagValueMissing', (fact: { place: WordPlace; subject: FlagSubject }) =>
  at(fact, `--${fact.subject.name} has no value`),
)

/** A boolean flag does not use the next word as its value. */
export const SeparateBoolean = message(
  'SeparateBoolean',
  (fact: { place: WordPlace; subject: FlagSubject; value: string }) => {
    const { name } = fact.subject
    return at(fact, `--${name} ${fact.value} is read as a flag and another word: write --${name}=${fact.value}`)
  },
)

/** The word after the value of a flag, which may be part of a secret. */
export const WordAfterFlag = message('WordAfterFlag', (fact: { place: WordPlace; subject: FlagSubject }) =>
  at(fact, `--${fact.subject.name} is followed by a word that is not a flag: put its value in quotes`),
)

export const UnexpectedWord = message('UnexpectedWord', (fact: { place: WordPlace; word: string }) =>
  at(fact, `${quote(fact.word)} is not a flag, and the kubelet takes no arguments`),
)

export const NotAFlag = message('NotAFlag', (fact: { place: WordPlace; word: string; meant: string | undefined }) =>
  at(fact, `${quote(fact.word)} is not a flag${fact.meant === undefined ? '' : `: write --${fact.meant}`}`),
)

export const FlagRepeated = message(
  'FlagRepeated',
  ({ subject, times }: { subject: FlagSubject; times: number }) =>
    `--${subject.name} is given ${times} times: the last one counts`,
)

/** In a file, relative paths start at the folder of the file. */
export const RelativePath = message(
  'RelativePath',
  ({ subject }: { subject: FlagSubject }) =>
    `--${subject.name} is a relative path: in a file it is relative to the folder of the file`,
)

/** The kubelet reads a file that is not among the arguments. */
export const ConfigNotGiven = message(
  'ConfigNotGiven',
  ({ config }: { config: string }) =>
    `the kubelet already reads ${config}: add it with --base, or the document lacks what it sets`,
)

export const PartOfCommandLine = message(
  'PartOfCommandLine',
  () =>
    'these are treated as some of the flags of a kubelet with a file; without a file the defaults differ: give the whole command line: kubelet --flag ...',
)

export const FileWithoutCommandLine = message(
  'FileWithoutCommandLine',
  ({ subject }: { subject: FileSubject }) =>
    `${subject.name} is not used: it is not a unit, an environment file or a kubelet command line`,
)

/** The command line uses none of its variables. */
export const UnusedVariables = message(
  'UnusedVariables',
  ({ subject }: { subject: FileSubject }) => `${subject.name} is not used: the command line has none of its variables`,
)

/** systemd reads only one of them. */
export const RivalUnits = message(
  'RivalUnits',
  ({ files }: { files: readonly string[] }) => `systemd reads only one of ${listed(files)}: omit the others`,
)

export const VariableSetTwice = message(
  'VariableSetTwice',
  ({ variable, files }: { variable: string; files: readonly string[] }) =>
    `$${variable} is set by ${listed(files)}: the last one counts, in the order of EnvironmentFile=`,
)

export const SeveralCommandLines = message('SeveralCommandLines', () => ({
  said: 'several command lines: give only one',
  hints: ['omit the other files'],
}))

export const SeveralKubelets = message(
  'SeveralKubelets',
  ({ subject }: { subject: FileSubject }) => `${subject.name}: several kubelets: give the command line of only one`,
)

export const NoKubeletFlags = message('NoKubeletFlags', ({ files }: { files: readonly string[] }) => ({
  said: `${listed(files)}: no kubelet flags`,
  hints: ['they are read from kubeletExtraArgs of an InitConfiguration or a JoinConfiguration'],
}))

export const NotKubeletCommandLine = message('NotKubeletCommandLine', ({ files }: { files: readonly string[] }) => ({
  said: `${listed(files)}: not a kubelet command line`,
  hints: [
    'if the kubelet runs, give its /proc/PID/cmdline or its line of ps; else a unit, an environment file, a kubeadm file with kubeletExtraArgs, or flags after --',
  ],
}))

/** `character` counts within the text at the place; `place` is for display. */
export const OpenQuote = message(
  'OpenQuote',
  ({ place, character }: { place: string; character: number }) =>
    `${place}: a quote or backslash is left open at character ${character}`,
)

export const OpenValueQuote = message(
  'OpenValueQuote',
  ({ place, quote: mark }: { place: string; quote: string }) =>
    `${place}: the quote ${mark} is not closed on the same line`,
)

/** `last`: the last release that had it. */
export const FlagRemoved = message('FlagRemoved', ({ last }: { last: string }) => `removed in ${releaseAfter(last)}`)

export const FlagAddedLater = message('FlagAddedLater', ({ since }: { since: string }) => `added in ${since}`)

export const UnknownFlag = message(
  'UnknownFlag',
  (_: { similar: string | undefined }) => `not a kubelet flag in ${oldest} to ${newest}`,
)

export const IdentityOfNode = message('IdentityOfNode', () => 'it identifies one node')

export const PrintsAndExits = message('PrintsAndExits', () => 'the kubelet prints and exits')

export const CountsBeforeFile = message('CountsBeforeFile', () => 'the kubelet logs before it reads the file')

export const ZeroMeansDefault = message('ZeroMeansDefault', () => 'in a file, zero means the default')

/** A flag that the kubelet of a release does not have: with it, the kubelet does not start. */
export const FlagStopsKubelet = message(
  'FlagStopsKubelet',
  (fact: {
    subject: FlagSubject
    place: WordPlace
    release: Release
    why: FlagAbsence
    /** The path of the field. */
    replacedBy: string | undefined
  }) => `${placeOf(fact.place)}: --${fact.subject.name} stops kubelet ${fact.release}: ${absenceWithRemedy(fact)}`,
)

const forms: Readonly<Record<FlagForm, string>> = {
  bool: 'true or false',
  duration: 'a duration such as 30s or 1h30m',
  gates: 'feature gates such as NodeSwap=true',
  headers: 'headers such as name:value',
  int32: 'an integer of 32 bits',
  int64: 'an integer of 64 bits',
  integer: 'an integer',
  ip: 'an IP address',
  level: 'an integer from 0',
  list: 'a list such as a,b',
  pair: 'a pair such as a=b',
  pairs: 'pairs such as a=b,c=d',
  patterns: 'patterns such as file=4',
  quantity: 'a quantity such as 512Mi',
  reservations: 'reservations such as 0:memory=1Gi;1:memory=2Gi',
  taints: 'taints such as key=value:NoSchedule',
  thresholds: 'thresholds such as memory.available<100Mi',
}

/** With the place, if it is known. */
const at = ({ place }: { readonly place: WordPlace }, problem: string): string =>
  place.at === undefined ? problem : `${placeOf(place)}: ${problem}`

const listed = (files: readonly string[]): string => files.join(', ')

const releaseAfter = (release: string): string => release.replace(/\d+$/, (minor) => `${Number(minor) + 1}`)

interface Absent {
  readonly subject: FlagSubject
  readonly why: FlagAbsence
  /** The path of the field. */
  readonly replacedBy: string | undefined
}

/** Why a release does not have the flag, and what to do. */
export function absenceWithRemedy({ subject, why, replacedBy }: Absent): string {
  const said = absenceInWords(why)
  const advice = flagAdvice.get(subject.name)
  if (why.reason === 'UnknownFlag' && why.similar !== undefined && advice === undefined)
    return `${said} (did you mean --${why.similar}?)`
  return `${said} (omit it; ${replacedBy === undefined ? (advice ?? 'nothing replaces it') : `${replacedBy} replaces it`})`
}

/** As part of a sentence. */
export const absenceInWords = (why: FlagAbsence): string => messageOf(why)

export const stayingInWords = (why: StayingReason): string => messageOf(why)
