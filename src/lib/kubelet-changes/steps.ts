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
  | { readonly reason: 'UncordonNode' }

interface Changes extends Partial<Pick<Assessment, 'lowersAllocatable'>> {
  readonly changes: readonly Pick<FieldDisruption, 'disruption' | 'stateFile'>[]
}

/** The steps that these changes require together, in order; empty without changes. */
export function stepsFor({ changes, lowersAllocatable = false }: Changes): readonly Step[] {
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
    ...when(isStopped, { reason: 'StopKubelet' }, { reason: 'RemoveStateFiles', files }),
    ...when(isStopped || reboots, { reason: 'ChangeFile' }),
    ...when(required.has('new-node'), { reason: 'ChangeNodeObject' }),
    { reason: reboots ? 'RebootMachine' : isStopped ? 'StartKubelet' : 'RestartKubelet' },
    ...when(isDrained, { reason: 'UncordonNode' }),
  ]
}
