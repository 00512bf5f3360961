import type { ServiceState } from '../model/evidence.ts'
import { type Disk, putLive, putStateFileBack } from './disk.ts'
import { exitsHealthyMs, exitsMs, type KubeletBehavior } from './kubelet-behavior.ts'

interface Process {
  readonly pid: number
  readonly startedAtMs: number
  readonly content: string
  /** What else it has read. */
  readonly others: string
  readonly behavior: KubeletBehavior
  readonly diesAtMs: number | undefined
  /** When it looks next whether to report. */
  beatsAtMs: number
  postedAtMs: number | undefined
}

/** systemd's delay before an automatic restart, as in kubeadm's unit. */
const restartDelayMs = 10_000

const startLaterMs = 30_000

/** Answers to /healthz and the first heartbeat come so long after a start (8.5 of a real kubelet). */
const healthzAfterMs = 300
const heartbeatAfterMs = 500

/** The Lease is renewed as often; the status of the Node, while it says the same, only after minutes. */
const beatMs = 10_000
const postMs = 300_000

/** What takes the reports of a kubelet. False: it was not reached, and the kubelet tries again. */
export interface Reports {
  renewLease(at: number): boolean
  postStatus(at: number): boolean
}

/** The kubelet of a simulated machine, and systemd, which keeps it running. Times are milliseconds since the boot. */
export class SimulatedKubelet {
  version = 'v1.37.2'
  /** The container runtime accepts no connections: a kubelet that runs is not healthy, and none starts. */
  runtimeDown = false
  /** Its answers and reports come so much later after a start than those of a quick one. */
  slowMs = 0
  process: Process | undefined
  /** When systemd starts it again. */
  startsAtMs: number | undefined
  /** Runs when a kubelet starts that refuses pods. */
  onPodsEnded: () => void = () => undefined
  /** Called after each step of the rescue; may throw. */
  onRescue: (step: RescueStep, before: Disk) => void = () => undefined
  reports: Reports = { renewLease: () => false, postStatus: () => false }
  #restarts = 0
  #pid = 1_000
  #lastExit: ServiceState['lastExit']
  #service: ServiceState | undefined
  #bootId = ''
  readonly #disk: Disk
  readonly #kubeletBehaviorOf: (content: string, version: string) => KubeletBehavior

  constructor(disk: Disk, kubeletBehaviorOf: (content: string, version: string) => KubeletBehavior) {
    this.#disk = disk
    this.#kubeletBehaviorOf = kubeletBehaviorOf
  }

  boot(bootId: string, now: number): void {
    this.#bootId = bootId
    this.#restarts = 0
    this.#lastExit = undefined
    this.startsAtMs = undefined
    this.process = undefined
    this.#start(now, { automatic: false, livedMs: 0 })
  }

  /** By the agent or an administrator: systemd's count of automatic restarts begins anew. */
  restart(now: number, whileStopped: () => void = () => undefined): void {
    this.#lastExit = undefined
    if (this.startsAtMs === undefined) this.#restarts = 0
    this.process = undefined
    // Should the agent die while the kubelet is stopped.
    this.startsAtMs = now + startLaterMs
    whileStopped()
    this.#start(now, { automatic: false, livedMs: 0 })
  }

  get isStopped(): boolean {
    return this.process === undefined && this.startsAtMs === undefined
  }

  /** By an administrator: systemd does not start it again. */
  stop(): void {
    this.#lastExit = undefined
    this.process = undefined
    this.startsAtMs = undefined
  }

  /** By a signal: systemd starts it again, as after an exit. */
  kill(now: number): void {
    if (this.process !== undefined) this.#end(now, { kind: 'killed', status: 9 })
  }

  /** What it does next by itself, if anything. */
  nextAtMs(): number | undefined {
    return this.process === undefined ? this.startsAtMs : this.process.diesAtMs
  }

  runUntil(now: number): void {
    for (let next = this.nextAtMs(); next !== undefined && next <= now; next = this.nextAtMs()) {
      this.#reportUntil(next)
      if (this.process !== undefined) this.#end(next, { kind: 'exited', status: 1 })
      else this.#startAgain(next)
    }
    this.#reportUntil(now)
  }

  #reportUntil(now: number): void {
    const { process, reports } = this
    if (process === undefined) return
    const { behavior } = process
    for (; process.beatsAtMs <= now; process.beatsAtMs += beatMs) {
      const at = process.beatsAtMs
      const { postedAtMs = Number.NEGATIVE_INFINITY } = process
      // A lease that is renewed once more before anybody looks is not seen.
      if (behavior.renewsLease && at + beatMs > now) reports.renewLease(at)
      if (behavior.postsStatus && at - postedAtMs >= postMs && reports.postStatus(at)) process.postedAtMs = at
    }
  }

  /** The same object as long as nothing of it changed. */
  service(): ServiceState {
    const { process } = this
    const [activeState, subState] = this.isStopped
      ? ['inactive', 'dead']
      : process === undefined
        ? ['activating', 'auto-restart']
        : ['active', 'running']
    const now = {
      unit: 'kubelet.service',
      activeState,
      subState,
      mainPid: process?.pid ?? 0,
      startedAtMs: process?.startedAtMs,
      restarts: this.#restarts,
      lastExit: this.#lastExit,
    }
    if (this.#service === undefined || !isSame(this.#service, now)) this.#service = now
    return this.#service
  }

  /** It answers before it is about to die, as real ones do. */
  answersHealthz(now: number): boolean {
    return (
      !this.runtimeDown &&
      this.process?.behavior.healthz === true &&
      now - this.process.startedAtMs >= healthzAfterMs + this.slowMs
    )
  }

  #startAgain(now: number): void {
    this.#restarts += 1
    this.#start(now, { automatic: true, livedMs: this.#livedMs })
  }

  #livedMs = 0

  #end(now: number, lastExit: ServiceState['lastExit']): void {
    this.#livedMs = now - (this.process?.startedAtMs ?? now)
    this.#lastExit = lastExit
    this.process = undefined
    this.startsAtMs = now + restartDelayMs
  }

  #start(now: number, how: { automatic: boolean; livedMs: number }): void {
    const disk = this.#disk
    this.startsAtMs = undefined
    beforeStart(disk, { bootId: this.#bootId, ...how }, this.onRescue)
    const behavior = this.#kubeletBehaviorOf(disk.live, this.version)
    const isOtherPolicy = disk.stateFile !== undefined && disk.stateFile !== behavior.policy
    const endsAfter = this.runtimeDown ? exitsMs : isOtherPolicy ? exitsHealthyMs : Number.POSITIVE_INFINITY
    const livesMs = Math.min(endsAfter, behavior.livesMs ?? Number.POSITIVE_INFINITY)
    this.#pid += 1
    this.process = {
      pid: this.#pid,
      startedAtMs: now,
      content: disk.live,
      others: disk.others,
      behavior,
      diesAtMs: Number.isFinite(livesMs) ? now + livesMs : undefined,
      beatsAtMs: now + heartbeatAfterMs + this.slowMs,
      postedAtMs: undefined,
    }
    if (!isOtherPolicy) disk.stateFile = behavior.policy
    if (behavior.endsPods) this.onPodsEnded()
  }
}

/** Of the same unit; what else it shows follows from these. */
const isSame = (a: ServiceState, b: ServiceState): boolean =>
  a.activeState === b.activeState &&
  a.mainPid === b.mainPid &&
  a.startedAtMs === b.startedAtMs &&
  a.restarts === b.restarts &&
  a.lastExit === b.lastExit

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
function beforeStart(
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
  disk.mark = { checkpoint: orders.checkpoint, bootId }
  disk.orders = undefined
  after('marked', untouched)
}
