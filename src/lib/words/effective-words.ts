import type { EffectiveFact } from '../flows/files/effective-fact.ts'
import type { Vocabulary } from './phrase.ts'

export const effectiveWords: Vocabulary<EffectiveFact> = {
  DropInFolderIsLink: ({ subject }) => ({
    said: `${subject.name} is a symbolic link: the kubelet does not follow it, and reads no drop-in`,
    hints: ['give the kubelet the path of the folder itself'],
  }),
  RuntimeDecides: ({ subject }) => `${subject.name}: if the container runtime reports one, the kubelet uses that`,
}
