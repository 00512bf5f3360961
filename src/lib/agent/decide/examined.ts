import type { Risk } from '../../kubelet/changes/disruption.ts'
import type { Config } from '../model/config.ts'
import type { Effect, Inquiry } from '../model/effect.ts'
import type { Verdict } from '../model/verdict.ts'
import type { Examined, State } from '../state/state.ts'

interface Question {
  readonly config: Config
  readonly acceptedRisks: readonly Risk[]
}

type Examination = Extract<Inquiry, { kind: 'examine' }>

/** A file that was missing may be there now: a verdict that stands in the way is asked for again. */
export const recheckMs = 600_000

/** How often it is asked again what a change would end. */
const podsMs = 60_000

/** A change is applied on what was known of the pods so long ago at most. */
const freshMs = 15_000

export const examination = ({ config, acceptedRisks }: Question, { journal }: State): Examination => ({
  kind: 'examine',
  config,
  against: journal.active,
  acceptedRisks,
  kubeletVersion: journal.kubeletVersion ?? '',
})

export const examinationKey = ({ config, against, acceptedRisks, kubeletVersion }: Examination): string =>
  [contentOf(config), contentOf(against), kubeletVersion, ...acceptedRisks.toSorted()].join(' ')

/** The verdict on a configuration, if it was asked for under the same circumstances. */
export const verdictOn = (question: Question, state: State): Verdict | undefined =>
  state.examined?.key === examinationKey(examination(question, state)) ? state.examined.verdict : undefined

/** When the verdict is asked for again, milliseconds since the boot. */
export const recheckAt = ({ verdict, at }: Examined): number => at + (dependsOnPods(verdict) ? podsMs : recheckMs)

export const isStale = ({ examined, at }: State): boolean =>
  examined !== undefined && at.uptimeMs >= recheckAt(examined)

/** Whether the pods that the verdict depends on may be others by now. */
export const isOutdated = ({ examined, at }: State): boolean =>
  examined !== undefined && dependsOnPods(examined.verdict) && at.uptimeMs > examined.at + freshMs

const dependsOnPods = (verdict: Verdict): boolean => verdict.kind === 'usable' && verdict.dependsOnPods

export const withVerdict = (state: State, effect: Effect & { kind: 'examine' }, verdict: Verdict): State => ({
  ...state,
  examined: { key: examinationKey(effect), verdict, at: state.at.uptimeMs },
})

const contentOf = (config: Config): string => (config.source === 'local' ? 'local' : config.checkpoint)
