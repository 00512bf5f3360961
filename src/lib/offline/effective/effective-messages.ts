import type { FileSubject, Subject } from '../../message/fact.ts'
import { type FactOf, message } from '../../message/message.ts'

/** What to know about a configuration that is made of several sources. */
export type EffectiveFact = FactOf<typeof DropInFolderIsLink> | FactOf<typeof RuntimeDecides>

/** The kubelet does not follow it, and reads no drop-in. */
export const DropInFolderIsLink = message('DropInFolderIsLink', ({ subject }: { subject: FileSubject }) => ({
  said: `${subject.name} is a symbolic link: the kubelet does not follow it, and reads no drop-in`,
  hints: ['give the kubelet the path of the folder itself'],
}))

/** The kubelet asks the container runtime, whose answer wins. */
export const RuntimeDecides = message(
  'RuntimeDecides',
  ({ subject }: { subject: Extract<Subject, { readonly kind: 'Field' }> }) =>
    `${subject.name}: if the container runtime reports one, the kubelet uses that`,
)
