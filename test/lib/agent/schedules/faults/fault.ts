import type { Disk } from '../../../../../src/lib/agent/simulated/disk.ts'
import type { RescueStep } from '../../../../../src/lib/agent/simulated/kubelet.ts'
import type { Dice } from '../../../../support/schedules/dice.ts'
import type { RestoredEtcd, Watch } from './history.ts'
import type { Downgrade } from './older-agent.ts'
import type { FailingWrites } from './storage.ts'

/** What a fleet meets on one bad morning. Most of it comes beside something else. */
export type Fault =
  | FailingWrites
  | Watch
  | RestoredEtcd
  | Downgrade
  | FrozenAgent
  | PowerInRescue
  | StateFile
  /** A write that begins meanwhile ends with it. */
  | { readonly kind: 'frozen-disk'; readonly forMs: number }
  | { readonly kind: 'frozen-api'; readonly frozen: boolean }
  | { readonly kind: 'rescue-unit'; readonly is: Disk['disconnected'] }
  /** The container runtime. */
  | { readonly kind: 'runtime'; readonly down: boolean }
  /** A network plugin: the node is not ready, whatever its kubelet runs with. */
  | { readonly kind: 'network'; readonly down: boolean }
  /** Or that is called off. Until it is off, its kubelet is not ready. */
  | { readonly kind: 'shutdown'; readonly begins: boolean }
  /** The wall clock runs faster or slower: parts of a million. */
  | { readonly kind: 'slew'; readonly ppm: number }

/** It does nothing, and everything else goes on. `acts`: in the middle of what it does next; undefined: between two acts. */
export interface FrozenAgent {
  readonly kind: 'frozen-agent'
  readonly acts: number | undefined
  readonly forMs: number
}

/** Power is lost when the rescue has done this; `lost`: before it was synced. */
export interface PowerInRescue {
  readonly kind: 'power-in-rescue'
  readonly step: RescueStep
  readonly lost: readonly ('live' | 'state-files' | 'mark')[]
  readonly downMs: number
}

/** `older`: somebody put a backup there. */
export interface StateFile {
  readonly kind: 'state-file'
  readonly is: 'unreadable' | 'older'
  readonly behind: number
}

export const faultKinds: readonly Fault['kind'][] = [
  'failing-writes',
  'watch',
  'restored-etcd',
  'downgrade',
  'frozen-agent',
  'power-in-rescue',
  'state-file',
  'frozen-disk',
  'frozen-api',
  'rescue-unit',
  'slew',
  'runtime',
  'network',
  'shutdown',
]

const stretches = [5_000, 60_000, 200_000, 900_000] as const

/** chronyd slews by up to 83,333 ppm, ntpd and the kernel by 500. */
const slews = [0, 0, 500, -500, 83_333, -83_333]

export function drawFault(kind: Fault['kind'], dice: Dice): Fault {
  switch (kind) {
    case 'failing-writes':
      return {
        kind,
        acts: dice.below(14),
        lasts: dice.oneIn(3),
        fate: dice.pick(['no-room', 'refused', 'refused', 'not-synced', 'lost']),
      }
    case 'watch':
      return {
        kind,
        source: dice.oneIn(3) ? 'global' : 'node',
        behind: Array.from({ length: 1 + dice.below(4) }, () => dice.below(4)),
      }
    case 'restored-etcd':
      return { kind, behind: 1 + dice.below(4) }
    case 'downgrade':
      return { kind, forMs: dice.pick(stretches) }
    case 'frozen-agent':
      return { kind, acts: dice.oneIn(3) ? undefined : dice.below(14), forMs: dice.pick(stretches) }
    case 'power-in-rescue':
      return {
        kind,
        step: dice.pick(['put-back', 'marked']),
        lost: (['live', 'state-files', 'mark'] as const).filter(() => dice.oneIn(2)),
        downMs: dice.pick(stretches),
      }
    case 'state-file':
      return { kind, is: dice.pick(['unreadable', 'older']), behind: 1 + dice.below(12) }
    case 'frozen-disk':
      return { kind, forMs: dice.pick(stretches) }
    case 'frozen-api':
      return { kind, frozen: !dice.oneIn(3) }
    case 'rescue-unit':
      return { kind, is: dice.pick(['file-gone', 'reset', undefined]) }
    case 'runtime':
    case 'network':
      return { kind, down: !dice.oneIn(3) }
    case 'shutdown':
      return { kind, begins: !dice.oneIn(3) }
    case 'slew':
      return { kind, ppm: dice.pick(slews) }
  }
}
