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

/** What the rescue script does before each start of the kubelet. */
export function beforeStart(disk: Disk, { bootId, automatic, livedMs }: Start): void {
  const { orders } = disk
  if (orders === undefined || disk.disconnected !== undefined) return
  const before = disk.starts.bootId === bootId && livedMs < provenAfterMs ? disk.starts.count : 0
  disk.starts = { bootId, count: before + (automatic && livedMs < provenAfterMs ? 1 : 0) }
  if (disk.starts.count < orders.threshold) return
  putLive(disk, orders.good)
  putStateFileBack(disk)
  disk.mark = { checkpoint: orders.checkpoint }
  disk.orders = undefined
}
