import { messageOf } from '../../../message/describe.ts'
import type { Risk } from '../disruption.ts'
import type { EndedPod, Figure } from './impact.ts'
import type { UnknownEvidence } from './risk.ts'

/** What a restart would end. */
interface Ends {
  readonly paths: readonly string[]
  readonly ends: readonly EndedPod[]
  readonly count: number
  readonly pods: number
  readonly figures: readonly Figure[]
  readonly unknown: readonly UnknownEvidence[]
}

export function podsWouldEndText({ paths, ends, count, pods, figures, unknown }: Ends): string {
  const holders = ends.filter(({ why }) => why === 'NoSharedCpu').map(({ namespace, name }) => `${namespace}/${name}`)
  if (holders.length > 0)
    return `the kubelet would not start again: no CPU is left that containers share; ${holders.join(', ')} ${holders.length === 1 ? 'has' : 'have'} all that are not reserved`
  const fields = paths.join(', ')
  const names = `${ends.map(podText).join(', ')}${count > ends.length ? `, and ${count - ends.length} more` : ''}`
  const numbers = figures.length === 0 ? '' : ` (${figuresText(figures)})`
  const open = unknown.map(messageOf).join(', ')
  if (count === 0) return `what a change of ${fields} does to the ${podsText(pods)} of the node is not known: ${open}`
  const more = open === '' ? '' : `; not known: ${open}`
  return `a restart with other ${fields} would end ${count} of ${podsText(pods)}${numbers}: ${names}${more}`
}

const podText = ({ namespace, name, why }: EndedPod): string => `${namespace}/${name} (${why})`

export const podsText = (count: number): string => `${count} pod${count === 1 ? '' : 's'}`

/** Such as `1.5 of 1 cpu requested`. */
const figuresText = (figures: readonly Figure[]): string =>
  figures.map(({ resource, requested, allocatable }) => `${requested} ${resource} of ${allocatable}`).join(', ')

/** Such as `1 of 1500m cpu`: what is requested of what there will be. */
export const shortFigure = ({ resource, requested, allocatable }: Figure): string =>
  `${requested} of ${allocatable} ${resource}`

export const drainHint = 'drain the node: the agent then makes the change by itself; then uncordon the node'

/** In the order in which they are done. */
export const waysOnFrom = ({ risks }: { readonly risks: readonly Risk[] }): readonly string[] => [
  drainHint,
  ...(risks.length === 0
    ? []
    : [`or accept what ends: push again with ${risks.map((risk) => `--accept-risk=${risk}`).join(' ')}`]),
]
