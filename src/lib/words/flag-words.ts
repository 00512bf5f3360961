import { quote } from '../kubelet/model/quote.ts'
import { newest, oldest } from '../kubelet/model/releases.ts'
import type { FlagAbsence, FlagFact, FlagForm, FlagProblem, StayingReason } from '../kubelet-flags/flag-fact.ts'
import { placeOf } from '../kubelet-flags/source.ts'
import { flagAdvice } from './flag-advice.ts'
import type { Vocabulary } from './phrase.ts'

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
const at = ({ place }: FlagProblem, problem: string): string =>
  place.at === undefined ? problem : `${placeOf(place)}: ${problem}`

const listed = (files: readonly string[]): string => files.join(', ')

export const flagWords: Vocabulary<FlagFact> = {
  InvalidFlagValue: (fact) =>
    at(
      fact,
      `--${fact.subject.name} must be ${forms[fact.wanted]}${fact.found === undefined ? '' : `, not ${quote(fact.found)}`}`,
    ),
  FlagValueMissing: (fact) => at(fact, `--${fact.subject.name} has no value`),
  SeparateBoolean: (fact) => {
    const { name } = fact.subject
    return at(fact, `--${name} ${fact.value} is read as a flag and another word: write --${name}=${fact.value}`)
  },
  WordAfterFlag: (fact) =>
    at(fact, `--${fact.subject.name} is followed by a word that is not a flag: put its value in quotes`),
  StrayWord: (fact) => at(fact, `${quote(fact.word)} is not a flag, and the kubelet takes no arguments`),
  NotAFlag: (fact) =>
    at(fact, `${quote(fact.word)} is not a flag${fact.meant === undefined ? '' : `: write --${fact.meant}`}`),
  FlagRepeated: ({ subject, times }) => `--${subject.name} is given ${times} times: the last one counts`,
  RelativePath: ({ subject }) =>
    `--${subject.name} is a relative path: in a file it is relative to the folder of the file`,
  ConfigNotGiven: ({ config }) =>
    `the kubelet already reads ${config}: add it with --base, or the document lacks what it sets`,
  PartOfCommandLine: () =>
    'these are treated as some of the flags of a kubelet with a file; without a file the defaults differ: give the whole command line: kubelet --flag ...',
  FileWithoutCommandLine: ({ subject }) =>
    `${subject.name} is not used: it is not a unit, an environment file or a kubelet command line`,
  UnusedVariables: ({ subject }) => `${subject.name} is not used: the command line has none of its variables`,
  RivalUnits: ({ files }) => `systemd reads only one of ${listed(files)}: omit the others`,
  VariableSetTwice: ({ variable, files }) =>
    `$${variable} is set by ${listed(files)}: the last one counts, in the order of EnvironmentFile=`,
  SeveralCommandLines: () => ({ said: 'several command lines: give only one', hints: ['omit the other files'] }),
  SeveralKubelets: ({ subject }) => `${subject.name}: several kubelets: give the command line of only one`,
  NoKubeletFlags: ({ files }) => ({
    said: `${listed(files)}: no kubelet flags`,
    hints: ['they are read from kubeletExtraArgs of an InitConfiguration or a JoinConfiguration'],
  }),
  NotKubeletCommandLine: ({ files }) => ({
    said: `${listed(files)}: not a kubelet command line`,
    hints: [
      'if the kubelet runs, give its /proc/PID/cmdline or its line of ps; else a unit, an environment file, a kubeadm file with kubeletExtraArgs, or flags after --',
    ],
  }),
  OpenQuote: ({ place, character }) => `${place}: a quote or backslash is left open at character ${character}`,
  OpenValueQuote: ({ place, quote: mark }) => `${place}: the quote ${mark} is not closed on the same line`,
  FlagRemoved: ({ last }) => `removed in ${releaseAfter(last)}`,
  FlagAddedLater: ({ since }) => `added in ${since}`,
  UnknownFlag: () => `not a kubelet flag in ${oldest} to ${newest}`,
  IdentityOfNode: () => 'it identifies one node',
  PrintsAndExits: () => 'the kubelet prints and exits',
  CountsBeforeFile: () => 'the kubelet logs before it reads the file',
  ZeroMeansDefault: () => 'in a file, zero means the default',
  FlagStopsKubelet: (fact) =>
    `${placeOf(fact.place)}: --${fact.subject.name} stops kubelet ${fact.release}: ${absenceWithRemedy(fact)}`,
}

const releaseAfter = (release: string): string => release.replace(/\d+$/, (minor) => `${Number(minor) + 1}`)

type Absent = Pick<Extract<FlagFact, { reason: 'FlagStopsKubelet' }>, 'subject' | 'why' | 'replacedBy'>

/** Why a release does not have the flag, and what to do. */
export function absenceWithRemedy({ subject, why, replacedBy }: Absent): string {
  const said = absenceInWords(why)
  const advice = flagAdvice.get(subject.name)
  if (why.reason === 'UnknownFlag' && why.similar !== undefined && advice === undefined)
    return `${said} (did you mean --${why.similar}?)`
  return `${said} (omit it; ${replacedBy === undefined ? (advice ?? 'nothing replaces it') : `${replacedBy} replaces it`})`
}

/** As part of a sentence. */
export const absenceInWords = (why: FlagAbsence): string => flagWords[why.reason](why as never) as string

export const stayingInWords = (why: StayingReason): string => flagWords[why.reason](why as never) as string
