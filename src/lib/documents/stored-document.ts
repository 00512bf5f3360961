import type { Subject } from '../message/fact.ts'
import { message } from '../message/message.ts'
import { document } from '../names.ts'
import type { Keeper } from './keeper.ts'
import type { Target } from './target.ts'

/** The client that last wrote an object, and when, from its managedFields. */
export interface LastWrite {
  readonly manager: string
  /** RFC 3339. */
  readonly at: string
}

/** What a push records besides the document; all undefined when another client created the ConfigMap. */
export interface Stamp {
  readonly digest?: string
  readonly revision?: number
  readonly by?: string
  /** RFC 3339. */
  readonly at?: string
  readonly message?: string
  /** The annotation as it is: read it with acceptedRisksIn(). */
  readonly acceptedRisks?: string
  /** The annotation as it is: read it with skipsValidation(). */
  readonly skipValidation?: string
}

/** The last writer of a ConfigMap, or of its text, from its managedFields, and its last push, from its stamp. */
export interface Writers {
  readonly lastWrite: LastWrite | undefined
  readonly lastPush: Pick<Stamp, 'by' | 'at' | 'revision'>
}

/** A ConfigMap with the name of a kubelet configuration, whatever it contains. */
export interface StoredDocument {
  readonly target: Target
  readonly namespace: string
  readonly name: string
  readonly uid: string
  readonly resourceVersion: string
  /** RFC 3339. */
  readonly createdAt: string
  /** The value of the key `kubelet`; undefined when data does not have the key. */
  readonly body: string | undefined
  /** True when the key `kubelet` is in binaryData instead of data. */
  readonly inBinaryData: boolean
  /** Keys of data and binaryData other than `kubelet`, sorted. */
  readonly extraKeys: readonly string[]
  /** Bytes of all values of data and binaryData other than `kubelet`. */
  readonly extraBytes: number
  readonly immutable: boolean
  readonly stamp: Stamp
  /** Of anything in the ConfigMap. */
  readonly lastWrite: LastWrite | undefined
  /** Of the key `kubelet`. */
  readonly textWrite: LastWrite | undefined
  /** Who would store its own text again. */
  readonly keeper: Keeper | undefined
}

export const KeyMissing = message('KeyMissing', () => `key ${document.key} is missing`)

export const KeyInBinaryData = message('KeyInBinaryData', () => `key ${document.key} is in binaryData, not in data`)

/** As kubectl names it. */
export const configMap = ({ name }: Subject): string => `configmap/${name}`

/** `last written by kubectl-edit at 2026-11-22T08:00:00Z, last pushed by jane (revision 3)`. */
export function writersText({ lastWrite, lastPush: { by, revision } }: Writers): string {
  const push = by === undefined ? undefined : `by ${by}${revision === undefined ? '' : ` (revision ${revision})`}`
  if (lastWrite === undefined) return push === undefined ? 'by an unknown client' : `last pushed ${push}`
  const at = `at ${lastWrite.at}`
  if (lastWrite.manager === document.fieldManager && push !== undefined) return `pushed ${push} ${at}`
  return `last written by ${lastWrite.manager} ${at}${push === undefined ? '' : `, last pushed ${push}`}`
}
