import { messageOf } from '../../message/describe.ts'
import { type FactOf, message } from '../../message/message.ts'
import type { Assessment } from './assess.ts'
import type { FieldDisruption } from './field-disruption.ts'

/** One step of a procedure, on a node or on its Node object. */
export type Step =
  | FactOf<typeof DrainNode>
  | FactOf<typeof ResetNodeSize>
  | FactOf<typeof StopKubelet>
  | FactOf<typeof RemoveStateFiles>
  | FactOf<typeof ChangeFile>
  | FactOf<typeof ChangeNodeObject>
  | FactOf<typeof RebootMachine>
  | FactOf<typeof StartKubelet>
  | FactOf<typeof RestartKubelet>
  | FactOf<typeof AgentApplies>
  | FactOf<typeof UncordonNode>

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
    ...when(isDrained, DrainNode()),
    ...when(lowersAllocatable, ResetNodeSize()),
    ...when(isStopped && by === 'person', StopKubelet(), RemoveStateFiles({ files })),
    ...when((isStopped || reboots) && by === 'person', ChangeFile()),
    ...when(required.has('new-node'), ChangeNodeObject()),
    ...when(by === 'agent', AgentApplies()),
    ...when(reboots, RebootMachine()),
    ...when(!reboots && by === 'person', isStopped ? StartKubelet() : RestartKubelet()),
    ...when(isDrained, UncordonNode()),
  ]
}

export const DrainNode = message('DrainNode', () => 'drain the node')

/** For nodes managed by nodesize: the balloon is admitted first, and pods may no longer fit beside it. */
export const ResetNodeSize = message('ResetNodeSize', () => 'run nodesize reset NODE (if nodesize manages the node)')

export const StopKubelet = message('StopKubelet', () => 'stop the kubelet')

export const RemoveStateFiles = message(
  'RemoveStateFiles',
  ({ files }: { files: readonly string[] }) => `remove ${files.join(' and ')} from its root directory`,
)

export const ChangeFile = message('ChangeFile', () => 'change the file')

export const ChangeNodeObject = message(
  'ChangeNodeObject',
  () => 'make the same change to the Node with kubectl (or delete it: the kubelet re-registers)',
)

export const RebootMachine = message('RebootMachine', () => 'reboot the machine')

export const StartKubelet = message('StartKubelet', () => 'start the kubelet')

export const RestartKubelet = message('RestartKubelet', () => 'restart the kubelet')

/** Files, state files and the restart. */
export const AgentApplies = message('AgentApplies', () => 'let its agent apply the document')

export const UncordonNode = message('UncordonNode', () => 'uncordon the node')

export interface StepInWords {
  readonly reason: Step['reason']
  readonly message: string
}

export const stepText = (step: Step): string => messageOf(step)

export const stepsInWords = (change: Changes, by?: Hand): readonly StepInWords[] =>
  stepsFor(change, by).map((step) => ({ reason: step.reason, message: stepText(step) }))

/** All steps in one line. */
export const stepsLine = (change: Changes, by?: Hand): string =>
  stepsInWords(change, by)
    .map(({ message }) => message)
    .join(', ') || 'nothing to do: the effective configuration is the same'
