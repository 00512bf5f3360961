import type { Target } from '../../documents/target.ts'
import { targetFlag } from '../../documents/target.ts'
import type { Fact, FileSubject, Subject } from '../../message/fact.ts'
import { type FactOf, message } from '../../message/message.ts'
import { shellWord } from '../../quoting.ts'

/** The outcome of an edit that pushes nothing, and what happens to its text. */
export type EditFact =
  | FactOf<typeof EditUnchanged>
  | FactOf<typeof EditEmpty>
  | FactOf<typeof EditStillRefused>
  | FactOf<typeof NothingToEdit>
  | FactOf<typeof EditKept>

export const EditUnchanged = message('EditUnchanged', (_: { subject: Subject }) => 'edit cancelled, no changes made')

export const EditEmpty = message('EditEmpty', (_: { subject: Subject }) => 'edit cancelled, the saved file was empty')

/** A refused text was saved again without a change. */
export const EditStillRefused = message('EditStillRefused', ({ because }: { subject: Subject; because: Fact }) => ({
  said: 'edit cancelled, no valid changes were saved',
  below: [because],
}))

export const NothingToEdit = message(
  'NothingToEdit',
  ({ subject, namespace, target }: { subject: Subject; namespace: string; target: Target }) => ({
    said: `configmap/${subject.name} not found in namespace ${namespace}`,
    hints: [
      `create it with kubeletcfg push -f FILE ${targetFlag(target)}; kubeletcfg init writes a file to start from`,
    ],
  }),
)

/** The text was not pushed, and stays in this file; `command` pushes it, word by word. */
export const EditKept = message(
  'EditKept',
  ({ subject: { name }, command }: { subject: FileSubject; command: readonly string[] }) =>
    `the edited text was not pushed and is kept in ${name}; push it with: ${command.map(shellWord).join(' ')}`,
)
