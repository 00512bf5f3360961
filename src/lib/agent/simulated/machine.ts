import { ApiServerSilent } from '../model/agent-messages.ts'
import type { Effect } from '../model/effect.ts'
import type { Answer, Evidence, Heartbeats, LiveSeen } from '../model/evidence.ts'
import type { Moment } from '../model/instant.ts'
import type { SimulatedCluster } from './cluster.ts'
import { contentOf, type Disk, newDisk } from './disk.ts'
import { SimulatedKubelet } from './kubelet.ts'
import type { KubeletBehavior } from './kubelet-behavior.ts'

const pass: Answer = { verdict: 'pass' }
const none: Answer = { verdict: 'none' }
const fail = (reason: string): Answer => ({ verdict: 'fail', because: { reason } })
const unknown: Answer = { verdict: 'unknown', because: ApiServerSilent() }

/** What no kubelet of a node shows: its port is off, or the agent may not ask it, or does not know its release; it cannot read the boot ID. */
export type Unseen = 'configz' | 'healthz' | 'boot-id'

/** Pods are made, and their sandboxes, so long after a kubelet has started. */
const sandboxAfterMs = 1_000

type Asked = Pick<Extract<Effect, { kind: 'probe' }>, 'podsBefore' | 'concernsSandboxes'>

/** A machine with a clock of its own, a disk that survives a reboot, and a kubelet. */
export class SimulatedMachine {
  readonly disk: Disk
  readonly kubelet: SimulatedKubelet
  /** Writing files fails, except where room was set aside for it: what goes back to a good configuration. */
  diskFull = false
  /** systemctl fails. */
  systemctlDown = false
  unseen: readonly Unseen[] = []
  /** Pods are made for it now and then: whether sandboxes can be made is seen. */
  makesPods = false
  /** What makes nodes ready beside the kubelet and its runtime, such as a network plugin, does not work. */
  networkDown = false
  /** It shuts down, until it is off or that is called off: its kubelet is not ready, and is not restarted. */
  shutsDown = false
  /** How long a write takes. */
  writeMs = 0
  /** How much faster its wall clock is than the time since the boot, while it is slewed: parts of one. */
  slew = 0
  /** The clock was set since a report said what the one before it had said: nobody can tell them apart any more. */
  isRepeatLost = false
  /** Since it was made, over all boots. */
  totalMs = 0
  #boots = 0
  #now: Moment = { bootId: '', uptimeMs: 0, wallMs: 1_800_000_000_000 }
  #isRepeated = false
  #live: LiveSeen | undefined
  readonly #cluster: SimulatedCluster

  constructor(
    cluster: SimulatedCluster,
    kubeletBehaviorOf: (content: string, version: string) => KubeletBehavior,
    disk: Disk = newDisk(),
  ) {
    this.#cluster = cluster
    this.disk = disk
    this.kubelet = new SimulatedKubelet(this.disk, kubeletBehaviorOf)
    this.kubelet.onPodsEnded = () => cluster.endPods()
    this.kubelet.reports = {
      renewLease: (at) => this.#renewLease(this.#wallAt(at)),
      // Without fractions of a second.
      postStatus: (at) => this.#postStatus(Math.floor(this.#wallAt(at) / 1_000) * 1_000),
    }
    this.reboot()
    this.advance(60_000)
  }

  moment(): Moment {
    return this.#now
  }

  advance(ms: number): void {
    const { bootId, uptimeMs, wallMs } = this.#now
    this.#now = { bootId, uptimeMs: uptimeMs + ms, wallMs: wallMs + Math.round(ms * (1 + this.slew)) }
    if (this.slew !== 0) this.isRepeatLost ||= this.#isRepeated
    this.totalMs += ms
    this.kubelet.runUntil(this.#now.uptimeMs)
  }

  /** Also what a loss of power is: the disk has all that was written. */
  reboot(): void {
    this.#boots += 1
    this.shutsDown = false
    this.#now = { bootId: `boot-${this.#boots}`, uptimeMs: 5_000, wallMs: this.#now.wallMs + 20_000 }
    this.kubelet.boot(this.#now.bootId, this.#now.uptimeMs)
  }

  /** An operator or NTP sets the clock. */
  setClock(byMs: number): void {
    this.#now = { ...this.#now, wallMs: this.#now.wallMs + byMs }
    this.isRepeatLost ||= this.#isRepeated
  }

  #postStatus(ready: number): boolean {
    const { answers, heartbeats } = this.#cluster
    if (!answers) return false
    const readyBootId = this.unseen.includes('boot-id') ? undefined : this.#now.bootId
    this.#isRepeated = ready === heartbeats.ready && readyBootId === heartbeats.readyBootId
    Object.assign(heartbeats, { ready, readyBootId })
    return true
  }

  #renewLease(at: number): boolean {
    const { answers, heartbeats } = this.#cluster
    if (answers) heartbeats.lease = at
    return answers
  }

  #wallAt(uptimeMs: number): number {
    return this.#now.wallMs - Math.round((this.#now.uptimeMs - uptimeMs) * (1 + this.slew))
  }

  /** The same object as long as nothing of it changed. */
  live(): LiveSeen {
    const { live: sha256, liveAt, others } = this.disk
    const isOfThisBoot = liveAt?.bootId === this.#now.bootId
    const changedAtMs = isOfThisBoot ? liveAt?.uptimeMs : undefined
    const content = contentOf(this.disk)
    const last = this.#live
    const isSame = last?.content === content && last.sha256 === sha256 && last.others === others
    if (isSame && last.changedAtMs === changedAtMs) return last
    this.#live = { content, sha256, others, changedAtMs }
    return this.#live
  }

  /** What the API server has of it. */
  heartbeats(): Heartbeats {
    const now = this.#now
    const { answers, heartbeats } = this.#cluster
    const unread = { lease: undefined, ready: undefined, readyBootId: undefined }
    return { ...(answers ? heartbeats : unread), asked: now, answered: now }
  }

  /** What Health collects about the kubelet as it is now. */
  probe({ podsBefore, concernsSandboxes }: Asked, expected: string): Evidence {
    const { kubelet } = this
    const { answers, pods } = this.#cluster
    const { process } = kubelet
    const isOnDisk = process?.content === expected && process.others === this.disk.others
    const isEffective = isOnDisk && process.behavior.effective
    return {
      service: kubelet.service(),
      healthz: this.#healthz(),
      lease: answers ? pass : unknown,
      ready: answers ? this.#ready() : unknown,
      heartbeats: this.heartbeats(),
      configz:
        process === undefined || this.unseen.includes('configz')
          ? unknown
          : isEffective
            ? pass
            : fail('ConfigzDiffers'),
      pods: this.#podsAnswer(podsBefore, pods),
      sandbox: !concernsSandboxes ? none : !this.makesPods || !answers ? unknown : this.#sandbox(),
      runtime: kubelet.runtimeDown ? fail('RuntimeRefuses') : pass,
      apiReachable: answers,
      ...(this.shutsDown && { shutsDown: true }),
    }
  }

  #healthz(): Answer {
    if (this.unseen.includes('healthz')) return this.kubelet.process === undefined ? fail('KubeletNotRunning') : none
    return this.kubelet.answersHealthz(this.#now.uptimeMs) ? pass : fail('HealthzSilent')
  }

  #ready(): Answer {
    return this.kubelet.runtimeDown || this.networkDown || this.shutsDown ? fail('ReadyNotTrue') : pass
  }

  #sandbox(): Answer {
    const { process, runtimeDown } = this.kubelet
    if (process === undefined || this.#now.uptimeMs - process.startedAtMs < sandboxAfterMs) return unknown
    return process.behavior.sandboxes && !runtimeDown && !this.networkDown ? pass : fail('NoSandbox')
  }

  #podsAnswer(before: readonly string[] | undefined, now: ReadonlySet<string>): Answer {
    if (before === undefined || !this.#cluster.answers) return unknown
    return before.every((pod) => now.has(pod)) ? pass : fail('PodsEnded')
  }
}
