import type { Instant } from '../model/instant.ts'

/** What a loss of power leaves: every write of the agent is synced, so all of it. */
export interface Disk {
  /** The agent's state; undefined: none. */
  journal: JournalText | undefined
  /** The content of the live file, by name: the checkpoint of a document, or of the node's own or a foreign file. */
  live: string
  /** When the agent or another program wrote that last. */
  liveAt?: Instant
  /** The node's own content. */
  local: string
  /** The copies of the node's own content are gone. */
  copiesLost: boolean
  /** What the agent or the rescue wrote last, while nobody else wrote. */
  ours: string | undefined
  /** What else the kubelet reads. */
  others: string
  checkpoints: Set<string>
  optOut: 'freeze' | 'local' | undefined
  /** The policy in the kubelet's state file; undefined: there is no file. */
  stateFile: Policy | undefined
  /** The state file of the last good configuration, when it was moved aside. */
  aside: { readonly stateFile: Policy | undefined } | undefined
  orders: Orders | undefined
  /** What keeps the kubelet's unit from running the rescue: a file of ours is gone, or another drop-in drops the command. */
  disconnected: 'file-gone' | 'reset' | undefined
  /** Automatic starts that the rescue counted, by boot. */
  starts: { readonly bootId: string; readonly count: number }
  mark: { readonly checkpoint: string | undefined; readonly bootId: string } | undefined
}

/** Its text may be made when somebody reads it. */
export interface JournalText {
  readonly text: string
}

export type Policy = 'none' | 'static'

export interface Orders {
  /** undefined: the node's own files are in trial. */
  readonly checkpoint: string | undefined
  readonly good: string
  readonly threshold: number
}

/** Before any agent was there. `local`: the name of the node's own content. */
/** As a checkpoint: the SHA-256 of a file, in hex. */
const ownFile = 'a'.repeat(64)

export const newDisk = (local = ownFile): Disk => ({
  journal: undefined,
  live: local,
  local,
  copiesLost: false,
  ours: undefined,
  others: '',
  checkpoints: new Set(),
  optOut: undefined,
  stateFile: undefined,
  aside: undefined,
  orders: undefined,
  disconnected: undefined,
  starts: { bootId: '', count: 0 },
  mark: undefined,
})

/** While the rescue is armed for it, or the node runs with it, it has one more. */
export const isLocalLost = ({ copiesLost, live, local, orders }: Disk): boolean =>
  copiesLost && live !== local && orders?.good !== local

/** As LiveConfig promises: `ours` is what the agent or the rescue wrote last. */
export function contentOf({ live, local, ours }: Disk): 'local' | 'ours' | 'foreign' {
  if (live === local) return 'local'
  return live === ours ? 'ours' : 'foreign'
}

export function putLive(disk: Disk, content: string): void {
  disk.live = content
  disk.ours = content === disk.local ? undefined : content
}

/** What is aside already belongs to the last good configuration, and stays. */
export function moveStateFileAside(disk: Disk): void {
  disk.aside ??= { stateFile: disk.stateFile }
  disk.stateFile = undefined
}

export function putStateFileBack(disk: Disk): void {
  if (disk.aside !== undefined) disk.stateFile = disk.aside.stateFile
  disk.aside = undefined
}
