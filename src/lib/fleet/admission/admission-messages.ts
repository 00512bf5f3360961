import { configMap } from '../../documents/stored-document.ts'
import type { TargetFact } from '../../documents/target-messages.ts'
import { refusalLines } from '../../kubelet/check/finding-text.ts'
import type { DocumentRefused } from '../../kubelet/check/kubelet-messages.ts'
import type { Subject } from '../../message/fact.ts'
import { type FactOf, message } from '../../message/message.ts'
import { document } from '../../names.ts'
import type { DocumentFlaw } from '../change/document-messages.ts'

/** Why a ConfigMap is not stored. */
export type AdmissionFact =
  | FactOf<typeof StoredTargetInvalid>
  | FactOf<typeof StoredWithoutText>
  | FactOf<typeof StoredDocumentRefused>

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

/** `annotation`: with it, the text is stored all the same. */
export const StoredDocumentRefused = message(
  'StoredDocumentRefused',
  ({ because, annotation }: { subject: Subject; because: DocumentRefused; annotation: string }) => ({
    said: refusalLines(because),
    hints: [
      'correct it, and write it again',
      `agents refuse it, too; to store it all the same, annotate it with ${document.annotation.skipValidation}=${annotation}`,
    ],
  }),
)
