import type { ReportedConfig } from '../../agent/report/report.ts'

/** An object as it was stored. */
interface Written {
  readonly uid: string
  readonly resourceVersion: string
}

/** A document that the kubelet of a node is to run. */
export interface AwaitedDocument {
  readonly node: string
  readonly source: 'node' | 'global'
  /** undefined when no kubelet can decode it. */
  readonly digest: string | undefined
  /** The object that was stored; undefined when the answer to the write was lost. */
  readonly written: Written | undefined
  /** The node has just opted in: its agent may not have seen that yet. */
  readonly optedIn?: true
}

/** The kubelet is to run with the files of its node. */
export interface AwaitedLocal {
  readonly node: string
  readonly source: 'local'
  /** The document that was deleted, which the agent may still see. */
  readonly instead?: { readonly uid: string } | undefined
  /** Because the node opts out; otherwise, because no document is for it. */
  readonly optsOut?: true
  readonly optedIn?: true
}

/** The agent is to change nothing any longer. */
export interface AwaitedFreeze {
  readonly node: string
  readonly source: 'frozen'
}

/** What is waited for on one node. */
export type Awaited = AwaitedDocument | AwaitedLocal | AwaitedFreeze

/** Whether it is what is awaited, whatever object it was read from. */
export function means(config: ReportedConfig | undefined, awaited: AwaitedDocument | AwaitedLocal): boolean {
  if (config === undefined || config.source !== awaited.source) return false
  if (config.source === 'local' || awaited.source === 'local') return true
  return awaited.digest === undefined ? isWritten(config, awaited) : config.digest === awaited.digest
}

/** Whether it was read from the object that was stored, or from a later version of it. */
export function isWritten(config: ReportedConfig | undefined, awaited: AwaitedDocument | AwaitedLocal): boolean {
  if (config === undefined) return false
  if (config.source === 'local' || awaited.source === 'local') return config.source === awaited.source
  const { written } = awaited
  return written !== undefined && config.uid === written.uid && versionOf(config) >= versionOf(written)
}

/** Whether the agent has seen another document that was stored later. */
export function isNewer(config: ReportedConfig | undefined, awaited: AwaitedDocument | AwaitedLocal): boolean {
  if (config === undefined || config.source === 'local') return false
  if (awaited.source === 'local') return awaited.instead !== undefined && config.uid !== awaited.instead.uid
  const { written } = awaited
  if (written === undefined || config.uid !== written.uid) return false
  return versionOf(config) > versionOf(written) && !means(config, awaited)
}

/** Versions of one object increase (Kubernetes 1.35 promises it, etcd always did). One that is no number is the first. */
const versionOf = ({ resourceVersion }: { resourceVersion: string }): bigint =>
  /^\d+$/.test(resourceVersion) ? BigInt(resourceVersion) : 0n
