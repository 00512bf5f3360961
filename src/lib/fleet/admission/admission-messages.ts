import { configMap } from '../../documents/stored-document.ts'
import type { TargetFact } from '../../documents/target-messages.ts'
import { refusalLines } from '../../kubelet/check/finding-text.ts'
import type { DocumentRefused } from '../../kubelet/check/kubelet-messages.ts'
import type { Subject } from '../../message/fact.ts'
import type { Line } from '../../message/line.ts'
import { type FactOf, message } from '../../message/message.ts'
import { document } from '../../names.ts'
import type { DocumentFlaw } from '../change/document-messages.ts'

/** Why a ConfigMap is not stored. */
export type AdmissionFact =
  | FactOf<typeof StoredTargetInvalid>
  | FactOf<typeof StoredWithoutText>
  | FactOf<typeof StoredDocumentRefused>
  | FactOf<typeof StoredTextTooLong>

export const StoredTargetInvalid = message(
  'StoredTargetInvalid',
  ({ subject, because }: { subject: Subject; because: TargetFact }) => ({
    said: `${configMap(subject)} is named like a kubelet configuration, and no node can get it`,
    because,
    hints: [`name it ${document.globalName} or NODE${document.nodeSuffix}, or otherwise if it is something else`],
  }),
)

export const StoredWithoutText = message(
  'StoredWithoutText',
  ({ subject, because }: { subject: Subject; because: DocumentFlaw }) => ({
    said: configMap(subject),
    because,
    hints: [`a kubelet configuration is the value of data.${document.key}`],
  }),
)

const toStore = (annotation: string): string =>
  `agents check it, too; to store it all the same, annotate it with ${document.annotation.skipValidation}=${annotation}`

/** It takes too long to look at: an API server does not wait. */
export const StoredTextTooLong = message(
  'StoredTextTooLong',
  ({ subject, bytes, most, annotation }: { subject: Subject; bytes: number; most: number; annotation: string }) => ({
    said: `${configMap(subject)}: its text has ${bytes} bytes, and at most ${most} are checked`,
    hints: [toStore(annotation)],
  }),
)

/** Lines of a refusal that are printed. */
const mostLines = 20

/** `annotation`: with it, the text is stored all the same. */
export const StoredDocumentRefused = message(
  'StoredDocumentRefused',
  ({ because, annotation }: { subject: Subject; because: DocumentRefused; annotation: string }) => ({
    said: shortened(refusalLines(because)),
    hints: ['correct it, and write it again', toStore(annotation)],
  }),
)

function shortened([first, ...lines]: readonly Line[]): readonly Line[] {
  const more = lines.length - mostLines
  const last: readonly Line[] = more <= 0 ? [] : [[`  and ${more} more: kubeletcfg validate shows them`]]
  return [first!, ...lines.slice(0, mostLines), ...last]
}
