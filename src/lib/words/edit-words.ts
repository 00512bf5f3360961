import type { EditFact } from '../flows/documents/edit-fact.ts'
import { shellWord } from '../quoting.ts'
import type { Vocabulary } from './phrase.ts'
import { targetFlag } from './target-flag.ts'

export const editWords: Vocabulary<EditFact> = {
  EditUnchanged: () => 'edit cancelled, no changes made',
  EditEmpty: () => 'edit cancelled, the saved file was empty',
  EditStillRefused: ({ because }) => ({
    said: 'edit cancelled, no valid changes were saved',
    below: [because],
  }),
  NothingToEdit: ({ subject, namespace, target }) => ({
    said: `configmap/${subject.name} not found in namespace ${namespace}`,
    hints: [
      `create it with kubeletcfg push -f FILE ${targetFlag(target)}; kubeletcfg init writes a file to start from`,
    ],
  }),
  EditKept: ({ subject: { name }, command }) =>
    `the edited text was not pushed and is kept in ${name}; push it with: ${command.map(shellWord).join(' ')}`,
}
