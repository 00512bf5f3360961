import type { Target } from './target.ts'

/** Who wrote an object last and when, as its managedFields tell. */
export interface LastWrite {
  readonly manager: string
  /** RFC 3339. */
  readonly at: string
}

/** What a push leaves beside the bytes; all undefined when somebody else made the ConfigMap. */
export interface Stamp {
  readonly digest?: string
  readonly revision?: number
  readonly by?: string
  /** RFC 3339. */
  readonly at?: string
  readonly message?: string
}

/** A ConfigMap that bears the name of a kubelet configuration, whatever it holds. */
export interface StoredDocument {
  readonly target: Target
  readonly namespace: string
  readonly name: string
  readonly uid: string
  readonly resourceVersion: string
  /** RFC 3339. */
  readonly createdAt: string
  /** The value of key `kubelet`; undefined when data has no such key. */
  readonly body: string | undefined
  /** True when key `kubelet` is in binaryData instead of data. */
  readonly inBinaryData: boolean
  /** Keys of data and binaryData other than `kubelet`, sorted. */
  readonly extraKeys: readonly string[]
  /** Bytes of all values of data and binaryData other than `kubelet`. */
  readonly extraBytes: number
  readonly immutable: boolean
  readonly stamp: Stamp
  readonly lastWrite: LastWrite | undefined
}
