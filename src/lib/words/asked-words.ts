import type { AskedFact, MissingGate } from '../flows/files/asked-fact.ts'
import type { SimilarNames } from '../kubelet/model/names-like.ts'
import { quote } from '../kubelet/model/quote.ts'
import { describeReleases, releases } from '../kubelet/model/releases.ts'
import { flagAdvice } from './flag-advice.ts'
import { absenceInWords, stayingInWords } from './flag-words.ts'
import type { Vocabulary } from './phrase.ts'

export const askedWords: Vocabulary<AskedFact> = {
  NotNewer: ({ from, to }) => ({ said: `${to} is not newer than ${from}`, hints: ['kubelets are not downgraded'] }),
  NotOlder: ({ from, to }) => ({
    said: `${from} is not older than ${to}`,
    hints: ['name the newer release with --kubernetes-version'],
  }),
  NoSuchGates: ({ gates, among }) => ({
    said: `no feature gate ${gates.map(({ name }) => quote(name)).join(', ')} in kubelet ${among.join(' and ')}`,
    hints: gates.flatMap(gateHint),
  }),
  NoSuchGate: ({ gate }) => ({
    said: `no feature gate ${quote(gate.name)} in any kubelet from ${releases[0]} to ${releases.at(-1)}`,
    hints: [gateHint(gate)[0] ?? 'list all of a release with kubeletcfg gates'],
  }),
  NoSuchRule: ({ rule, similar, spans }) => ({
    said: `no rule ${quote(rule)}`,
    hints: [
      similar === undefined
        ? `rules are ${spans.map(([first, last]) => `${first} to ${last}`).join(', ')} and those of findings`
        : `did you mean ${similar}?`,
    ],
  }),
  NoSuchField: ({ field, remedy, gate, flag, similar }) => ({
    said: `no field ${quote(field)}`,
    hints: [
      remedy ??
        (gate && `did you mean the feature gate ${gate}?`) ??
        (flag && `did you mean ${flag.field}, the field of --${flag.name}?`) ??
        (similar && didYouMean(similar)) ??
        'list all fields with kubeletcfg explain',
    ],
  }),
  NoSuchKey: ({ key, map, keys }) => ({
    said: `no key ${quote(key)} in ${map}`,
    hints: [`its keys are ${keys.join(', ')}`],
  }),
  FlagWithoutField: ({ subject, absence, staying }) => ({
    said: `no field replaces the flag --${subject.name}`,
    hints: [
      ...(absence === undefined ? [] : [`it was ${absenceInWords(absence)}`]),
      flagAdvice.get(subject.name) ??
        (staying && stayingInWords(staying)) ??
        (absence === undefined ? 'it stays a flag' : 'omit it'),
    ],
  }),
}

function gateHint({ name, releases: some, similar }: MissingGate): readonly string[] {
  if (some.length > 0) return [`kubelets know ${name} in ${describeReleases(some)}`]
  return similar === undefined ? [] : [didYouMean(similar)]
}

function didYouMean({ names, more }: SimilarNames): string {
  if (names.length === 1 && more === 0) return `did you mean ${names[0]}?`
  return `did you mean one of ${names.join(', ')}${more === 0 ? '' : ` and ${more} more`}?`
}
