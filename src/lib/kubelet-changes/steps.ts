import type { Assessment } from './assess.ts'
import type { FieldDisruption } from './field-disruption.ts'

/** One step of a procedure, on a node or on its Node object. */
export type Step =
  | { readonly reason: 'DrainNode' }
  /** For nodes managed by nodesize: the balloon is admitted first, and pods may no longer fit beside it. */
  | { readonly reason: 'ResetNodeSize' }
  | { readonly reason: 'StopKubelet' }
  | { readonly reason: 'RemoveStateFiles'; readonly files: readonly string[] }
  | { readonly reason: 'ChangeFile' }
  | { readonly reason: 'ChangeNodeObject' }
  | { readonly reason: 'RebootMachine' }
  | { readonly reason: 'StartKubelet' }
  | { readonly reason: 'RestartKubelet' }
  /** Files, state files and the restart. */
  | { readonly reason: 'AgentApplies' }
  | { readonly reason: 'UncordonNode' }

interface Changes extends Partial<Pick<Assessment, 'lowersAllocatable'>> {
  readonly changes: readonly Pick<FieldDisruption, 'disruption' | 'stateFile'>[]
}

/** Who changes the files of the node and restarts its kubelet. */
export type Hand = 'person' | 'agent'

/** The steps that these changes require together, in order; empty without changes. */
export function stepsFor({ changes, lowersAllocatable = false }: Changes, by: Hand = 'person'): readonly Step[] {
  if (changes.length === 0) return []
  const required = new Set(changes.map(({ disruption }) => disruption))
  const files = [...new Set(changes.flatMap(({ stateFile }) => stateFile ?? []))].sort()
  const reboots = required.has('reboot')
  const isStopped = files.length > 0
  const isDrained = reboots || isStopped || required.has('drain')
  const when = (condition: boolean, ...steps: readonly Step[]) => (condition ? steps : [])
  return [
    ...when(isDrained, { reason: 'DrainNode' }),
    ...when(lowersAllocatable, { reason: 'ResetNodeSize' }),
    ...when(isStopped && by === 'person', { reason: 'StopKubelet' }, { reason: 'RemoveStateFiles', files }),
    ...when((isStopped || reboots) && by === 'person', { reason: 'ChangeFile' }),
    ...when(required.has('new-node'), { reason: 'ChangeNodeObject' }),
    ...when(by === 'agent', { reason: 'AgentApplies' }),
    ...when(reboots, { reason: 'RebootMachine' }),
    ...when(!reboots && by === 'person', { reason: isStopped ? 'StartKubelet' : 'RestartKubelet' }),
    ...when(isDrained, { reason: 'UncordonNode' }),
  ]
}
