import { type Disk, putLive, putStateFileBack } from './disk.ts'

/** A kubelet that lived for so long has started well: its end is not counted, and those before are forgotten. */
const provenAfterMs = 600_000

interface Start {
  readonly bootId: string
  /** systemd starts a kubelet again that ended by itself. */
  readonly automatic: boolean
  /** How long the last process lived. */
  readonly livedMs: number
}

/** What it has done: what was put back is synced before the mark is made. */
export type RescueStep = 'put-back' | 'marked'

/** What the rescue script does before each start of the kubelet. `after` is called after each step, with the disk as it was, and may throw. */
export function beforeStart(
  disk: Disk,
  { bootId, automatic, livedMs }: Start,
  after: (step: RescueStep, before: Disk) => void = () => undefined,
): void {
  const { orders } = disk
  if (orders === undefined || disk.disconnected !== undefined) return
  const before = disk.starts.bootId === bootId && livedMs < provenAfterMs ? disk.starts.count : 0
  disk.starts = { bootId, count: before + (automatic && livedMs < provenAfterMs ? 1 : 0) }
  if (disk.starts.count < orders.threshold) return
  const untouched = { ...disk }
  putLive(disk, orders.good)
  putStateFileBack(disk)
  after('put-back', untouched)
  disk.mark = { checkpoint: orders.checkpoint }
  disk.orders = undefined
  after('marked', untouched)
}
