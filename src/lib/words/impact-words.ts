import type { PodsWouldEnd } from '../agent/examine/pods-would-end.ts'
import type { Risk } from '../kubelet-changes/disruption.ts'
import type { EndedPod, Figure } from '../kubelet-changes/impact/impact.ts'
import type { UnknownEvidence } from '../kubelet-changes/impact/risk.ts'
import type { Vocabulary } from './phrase.ts'

type Ends = Extract<PodsWouldEnd, { reason: 'PodsWouldEnd' }>

export function podsWouldEndText({ paths, ends, count, pods, figures, unknown }: Ends): string {
  const holders = ends.filter(({ why }) => why === 'NoSharedCpu').map(({ namespace, name }) => `${namespace}/${name}`)
  if (holders.length > 0)
    return `the kubelet would not start again: no CPU is left that containers share; ${holders.join(', ')} ${holders.length === 1 ? 'has' : 'have'} all that are not reserved`
  const fields = paths.join(', ')
  const names = `${ends.map(podText).join(', ')}${count > ends.length ? `, and ${count - ends.length} more` : ''}`
  const numbers = figures.length === 0 ? '' : ` (${figuresText(figures)})`
  const open = unknown.map(unknownText).join(', ')
  if (count === 0) return `what a change of ${fields} does to the ${podsText(pods)} of the node is not known: ${open}`
  const more = open === '' ? '' : `; not known: ${open}`
  return `a restart with other ${fields} would end ${count} of ${podsText(pods)}${numbers}: ${names}${more}`
}

export const podText = ({ namespace, name, why }: EndedPod): string => `${namespace}/${name} (${why})`

export const podsText = (count: number): string => `${count} pod${count === 1 ? '' : 's'}`

/** Such as `1.5 of 1 cpu requested`. */
export const figuresText = (figures: readonly Figure[]): string =>
  figures.map(({ resource, requested, allocatable }) => `${requested} ${resource} of ${allocatable}`).join(', ')

/** Such as `1 of 1500m cpu`: what is requested of what there will be. */
export const shortFigure = ({ resource, requested, allocatable }: Figure): string =>
  `${requested} of ${allocatable} ${resource}`

/** What is not known. */
export const unknownEvidenceWords: Vocabulary<UnknownEvidence> = {
  SignalNotKnown: ({ signal }) => `how much is left for ${signal}`,
  PodsMemoryNotKnown: () => 'how much memory the pods use together',
  AllocatableNotKnown: ({ resource }) => `how much ${resource} is left`,
  CpusNotReleased: () => 'when the CPUs of pods that have ended are released',
  EffectNotKnown: ({ path }) => `what ${path} does to running pods`,
}

const say = unknownEvidenceWords as Readonly<Record<string, (unknown: never) => string>>

const unknownText = (unknown: UnknownEvidence): string => say[unknown.reason]!(unknown as never)

export const drainHint = 'drain the node: the agent then makes the change by itself; then uncordon the node'

/** In the order in which they are done. */
export const waysOnFrom = ({ risks }: { readonly risks: readonly Risk[] }): readonly string[] => [
  drainHint,
  ...(risks.length === 0
    ? []
    : [`or accept what ends: push again with ${risks.map((risk) => `--accept-risk=${risk}`).join(' ')}`]),
]
