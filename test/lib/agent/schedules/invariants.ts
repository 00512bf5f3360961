import { begin } from '../../../../src/lib/agent/begin.ts'
import { cannotRun } from '../../../../src/lib/agent/health/finding.ts'
import { badEntry, digestOf } from '../../../../src/lib/agent/journal/bad.ts'
import { type Config, sameConfig } from '../../../../src/lib/agent/model/config.ts'
import type { Event } from '../../../../src/lib/agent/model/event.ts'
import { defaultSettings } from '../../../../src/lib/agent/model/settings.ts'
import type { SimulatedCluster } from '../../../../src/lib/agent/simulated/cluster.ts'
import { contentOf as contentIn, isLocalLost } from '../../../../src/lib/agent/simulated/disk.ts'
import { isHarmless, type KubeletBehavior } from '../../../../src/lib/agent/simulated/kubelet-behavior.ts'
import type { SimulatedMachine } from '../../../../src/lib/agent/simulated/machine.ts'
import type { State } from '../../../../src/lib/agent/state/state.ts'
import { journalOf } from '../../../../src/lib/agent/state/state.ts'
import { fail } from '../../../support/schedules/violation.ts'
import { contentOf } from './carry-out.ts'
import { isSame } from './same.ts'
import type { Op } from './schedule.ts'
import { isSamePlace, journalIn, readAgain, textOf } from './written-journal.ts'

const hourMs = 3_600_000
/** Of the journals of one place, which have the same form, one of so many is read again; and of those that begin at a new one. */
const readEach = { same: 8, new: 3 }

/** What may make a good document look bad. */
const excuses: ReadonlySet<Op['kind']> = new Set([
  'foreign-write',
  'damage-journal',
  'disk',
  'ailing',
  'systemctl',
  'upgrade',
  'network',
])

/** What may keep the agent from seeing what happens. */
const blinding: ReadonlySet<Op['kind']> = new Set([
  'stop',
  'reboot',
  'power-in-rescue',
  'frozen-agent',
  'frozen-disk',
  'slow-disk',
  'failing-writes',
  'downgrade',
  'state-file',
])

/** What must hold at every moment of every schedule. It looks at the machine, and at the core only for what it claims. */
export class Invariants {
  /** Contents with which a node may end. */
  readonly good = new Set<string>()
  lostJournal = false
  /** The journal, while the kubelet ran with something else than the live file has. */
  lostFile = false
  /** The own files of the node may have failed, too. */
  mayEnd = false
  /** The state or the orders of the rescue are older than the agent wrote them. */
  lostOrders = false
  /** The kubelet, with a live file that a disk brought back. */
  isStartedUnseen = false
  /** What another program had left in the live file when an agent without a journal first saw it, outside any trial, or has written over that. */
  lostDrift: string | undefined
  /** Something happened for which a document may be blamed. */
  #excused = false
  #othersChanged = false
  #noRuntime = false
  #unwatched = false
  /** The agent that looks next has none, or an older one. */
  #isLosingJournal = false
  #kills = 0
  readonly #bad = new Set<string>()
  readonly #restarts: number[] = []
  readonly #stops: number[] = []
  readonly #failures: number[] = []
  readonly #machine: SimulatedMachine
  readonly #cluster: SimulatedCluster
  readonly #kubeletBehaviorOf: (content: string) => KubeletBehavior
  #state: State | undefined
  /** In which the effect that is under way was decided on. */
  #decided: State | undefined
  #journals = 0
  /** What was seen of a kubelet's reports is forgotten, and the clock was set. */
  #clockSet = false
  #heartbeatsLost = false
  #isFoundAgain = false
  /** The live file that a disk brought back. */
  #isLiveUnseen = false
  /** The state of an agent that went back, and had not come to the end. */
  #isWayBackLost = false
  /** A full disk did not take that an agent with an older state went back. */
  #isWayBackUnwritten = false
  #isDowngraded = false

  constructor(
    { machine, cluster }: { readonly machine: SimulatedMachine; readonly cluster: SimulatedCluster },
    kubeletBehaviorOf: (content: string) => KubeletBehavior,
  ) {
    this.#kubeletBehaviorOf = kubeletBehaviorOf
    this.#machine = machine
    this.#cluster = cluster
    this.good.add(machine.disk.local)
  }

  watch(before: State, event: Event | undefined, after: State): void {
    this.#state = after
    if (this.#isLosingJournal && after.seen.live !== undefined) this.#looksFirst()
    if (after.seen.live !== undefined) this.#isLiveUnseen = false
    if (event === undefined || before.busy !== after.busy) this.#decided = after
    if (before.journal.forgotten !== after.journal.forgotten) this.forget()
    if (before.journal.work.kind === 'RollingBack' && after.journal.work.kind === 'Settled') this.#isWayBackLost = false
    this.#promotes(before, after)
    this.#asksTheGate(before, event, after)
    this.#remembers(before, after)
    const { work } = after.journal
    if (work.kind === 'RollingBack' && work.isLastResort && !this.mayEnd) fail('state files were lost')
    if (event !== undefined && before.journal === after.journal) return
    const isNewPlace = event === undefined || !isSamePlace(before.journal, after.journal)
    if (++this.#journals % (isNewPlace ? readEach.new : readEach.same) !== 0) return
    const read = readAgain(after.journal)
    if (read === undefined) fail(`a journal is not the same when it is read again: ${textOf(after.journal)}`)
    if (isNewPlace) this.#leadsOn(after, read)
  }

  /** Before something is done to the machine. */
  act(act: string): void {
    if (act === 'restart') this.#restart()
    if (act === 'write') this.#write()
  }

  /** What happened to pods before the journal was lost, or while no agent ran, nobody can know. */
  isHarmless(behavior: KubeletBehavior): boolean {
    const { unseen } = this.#machine
    // Without an earlier look, a clock that was set makes an old report look like a new one (ADR 48).
    const isReportInDoubt = (this.#clockSet && this.#heartbeatsLost) || this.#isFoundAgain
    return isHarmless({
      ...behavior,
      // What a kubelet runs cannot be compared with files that it has not read.
      effective: behavior.effective || this.#othersChanged || unseen.includes('configz'),
      healthz: behavior.healthz || unseen.includes('healthz'),
      renewsLease: behavior.renewsLease || isReportInDoubt,
      postsStatus: behavior.postsStatus || isReportInDoubt,
      endsPods: behavior.endsPods && !this.lostJournal && !this.isStartedUnseen,
      sandboxes: behavior.sandboxes || this.lostJournal || !this.#machine.makesPods,
    })
  }

  notes(kind: Op['kind']): void {
    if (kind === 'oom') this.#kills += 1
    // The rescue counts all ends, and neither it nor anybody knows whether a document has cost the memory (ADR 19).
    if (excuses.has(kind) || this.#kills >= defaultSettings.crashThreshold) this.#excused = true
    // The rescue counts the ends of kubelets without a runtime, which nobody has seen then.
    this.#noRuntime ||= kind === 'runtime'
    this.#unwatched ||= blinding.has(kind)
    if (this.#noRuntime && this.#unwatched) this.#excused = true
    if (kind === 'foreign-drop-in') this.#othersChanged = true
    // Whoever gives the node a file again restarts the kubelet, too: until then, nobody knows what runs.
    // Neither does anybody who writes over what a disk brought back, before an agent has seen that.
    const isUnknown = this.#isLiveUnseen || this.#state?.journal.work.kind === 'DeadEnd'
    if (kind === 'foreign-write') this.lostFile ||= isUnknown
    if (kind === 'clock' || kind === 'slew') this.#clockSet = true
    this.#isDowngraded ||= kind === 'downgrade'
    if (kind === 'downgrade') this.#heartbeatsLost = true
    // No kubelet may start with anything.
    if (excuses.has(kind) || kind === 'foreign-drop-in') this.mayEnd = true
  }

  losesJournal(): void {
    this.lostJournal = true
    this.#isWayBackLost ||= this.#state?.journal.work.kind === 'RollingBack'
    this.#heartbeatsLost = true
    this.#excused = true
    this.mayEnd = true
    // With the journal, the agent forgets how often it has restarted the kubelet.
    this.#restarts.length = 0
    this.#isLosingJournal = true
  }

  /** Another program replaces the live file. */
  isWrittenByOther(before: string, content: string): void {
    this.good.add(content)
    if (before === this.lostDrift) this.lostDrift = content
  }

  /** What runs, an agent without a journal takes from the live file. */
  #looksFirst(): void {
    const { disk, kubelet } = this.#machine
    this.lostFile ||= kubelet.process?.content !== disk.live
    if (contentIn(disk) === 'foreign' && disk.orders === undefined) this.lostDrift = disk.live
    this.#isLosingJournal = false
  }

  /**
   * A disk brought an earlier live file back. The kubelet starts with it before any agent can note the pods; and while the
   * API server stays silent, nobody can tell whether it reports.
   */
  findsLiveFileAgain(endsSilent: boolean): void {
    this.isStartedUnseen = true
    this.#isLiveUnseen = true
    if (!endsSilent) return
    this.#isFoundAgain = true
    this.good.add(this.#machine.disk.live)
  }

  /**
   * All that the agent wrote is lost, and what the kubelet wrote is not: nobody knows any more why it does not start. So it is when
   * a way back was lost, and then that it was: an older agent does not pass that on, and an older state does not have it.
   */
  hasStateFileOfLost(): boolean {
    const { live, stateFile } = this.#machine.disk
    const isForgotten = this.#isWayBackUnwritten || (this.#isWayBackLost && (this.#isDowngraded || this.lostOrders))
    return (
      (this.isStartedUnseen || isForgotten) &&
      stateFile !== undefined &&
      stateFile !== this.#kubeletBehaviorOf(live).policy
    )
  }

  stopped(): void {
    this.#stops.push(this.#machine.totalMs)
    this.#forgetUnwritten()
  }

  /**
   * Half-way through a restart. After a while, systemd starts the kubelet nevertheless: with the state files of before, of
   * which it may die.
   */
  stoodStillInRestart(): void {
    this.#excused = true
  }

  /** It was done nevertheless. */
  readonly restartFailed = () => void this.#failures.push(this.#machine.totalMs)

  /** What a full disk did not take, an agent that ended does not know any more. */
  #forgetUnwritten(): void {
    const { journal } = this.#machine.disk
    if (this.#state === undefined || textOf(journalOf(this.#state)) === journal?.text) return
    // What an agent that began without a journal saw of the live file, the next one may have to find out once more.
    this.#isLosingJournal ||= this.lostJournal
    this.#isWayBackUnwritten ||= this.lostJournal && this.#state.journal.work.kind === 'RollingBack'
    this.#bad.clear()
    for (const { digest, kubeletVersion } of journalIn(journal)?.bad ?? []) this.#bad.add(`${digest} ${kubeletVersion}`)
  }

  readonly forget = () => this.#bad.clear()

  /** Promotion only on evidence: what is called good runs, and does no harm. */
  #promotes({ journal: before }: State, { journal: after }: State): void {
    const isPromoted = before.work.kind === 'Trial' && after.work.kind === 'Settled'
    // What stays unproven may have been the last known good configuration before, and is no other one then.
    if (isPromoted && before.work.runsOther && isSame(before.lastKnownGood, after.lastKnownGood)) return
    if (!isPromoted || after.provenBy !== after.kubeletVersion || !sameConfig(after.lastKnownGood, before.work.config))
      return
    const { kubelet, disk } = this.#machine
    const { process } = kubelet
    // What another program wrote in a trial of the node's own file is that file now, if the kubelet works with it.
    const isOfNode = after.lastKnownGood.source === 'local' && process !== undefined
    // An agent with an older state has tried what runs, and cannot know that the own file is another one since.
    const isOlder = this.lostFile && isOfNode && !disk.checkpoints.has(process.content)
    const isOwn = isOfNode && (isOlder || process.content === disk.live)
    const content = isOwn ? process.content : contentOf(after.lastKnownGood, this.#machine)
    if (process?.content !== content) fail(`${content} was promoted while ${process?.content} runs`)
    if (!this.isHarmless(process!.behavior)) fail(`${content} was promoted, and is not harmless`)
    this.good.add(content)
  }

  /** No kubelet is restarted for a global document that the rollout does not give it, as the API server has it then. */
  #asksTheGate({ journal: before }: State, event: Event | undefined, { journal: { work } }: State): void {
    if (event?.kind !== 'pods' || work.kind !== 'Applying' || work.stage !== 'arming' || !work.restarts) return
    const { rollout } = this.#cluster
    if (work.config.source !== 'global' || rollout?.is === 'released') return
    if (rollout === undefined && before.gated === undefined) return
    const given = rollout?.is === 'open' ? rollout.candidate : rollout?.is === 'closed' ? rollout.promoted : undefined
    if (given?.kind !== 'document' || !sameConfig(given.version, work.config))
      fail(`${digestOf(work.config)} is applied, and the rollout gives ${given?.kind ?? 'nothing'}`)
  }

  #remembers({ journal: before }: State, { journal: after }: State): void {
    if (before.work.kind !== 'RollingBack' || after.work.kind === 'RollingBack') return
    const { verdict, from } = before.work
    const isBlamed = badEntry(after, from) !== badEntry(before, from)
    if (
      isBlamed &&
      !this.#excused &&
      !this.#machine.isRepeatLost &&
      // After ten minutes in which no kubelet could run nothing is proven, which counts (ADR 17).
      !cannotRun(before.work.because) &&
      isHarmless(this.#kubeletBehaviorOf(contentOf(from, this.#machine)))
    )
      fail(`${digestOf(from)} is blamed for ${before.work.because.reason}`)
    if (verdict === 'bad') this.#bad.add(`${digestOf(from)} ${after.kubeletVersion}`)
  }

  /** What is written and read again leads on in the same way. */
  #leadsOn({ journal, settings, at: moment }: State, read: State['journal']): void {
    const [again] = begin(read, { node: 'node-a', settings, moment })
    const [first] = begin(journal, { node: 'node-a', settings, moment })
    if (!isSame(again, first)) fail('a journal that is read again leads elsewhere')
    // An opt-out in the journal stops a change at once.
    if (journal.optOut === undefined && again.journal.work.kind !== journal.work.kind)
      fail(`${journal.work.kind} became ${again.journal.work.kind}`)
  }

  /** Power may be lost at any moment, and the agent with it. A mark that is on the disk leads back as soon as it is seen. */
  #isArmed(): void {
    const { work } = this.#state!.journal
    const { orders, mark } = this.#machine.disk
    if (work.kind !== 'Applying' || work.config.source === 'local' || mark !== undefined) return
    // A rescue could put nothing back; or its orders are of another time than the state.
    if (isLocalLost(this.#machine.disk) || this.lostOrders) return
    if (orders?.checkpoint !== work.config.checkpoint) fail('a document is tried without a rescue')
  }

  #restart(): void {
    this.#isArmed()
    const now = this.#machine.totalMs
    this.#restarts.push(now)
    const within = (times: readonly number[]) => times.filter((time) => time > now - hourMs).length
    const perHour = this.#state?.settings.restartsPerHour ?? 0
    // An agent that is stopped in the middle of a restart does it once more, and one that failed is tried again.
    if (within(this.#restarts) > perHour + within(this.#stops) + within(this.#failures))
      fail(`${within(this.#restarts)} restarts in an hour`)
  }

  #write(): void {
    // What came since it was decided on is seen too late to keep it from being done.
    const { journal, busy, seen } = this.#decided!
    const { disk } = this.#machine
    if (busy?.kind !== 'write') return
    const { config } = busy
    if (config.source === 'local' && seen.live?.content === 'foreign')
      fail('what another program wrote was overwritten with an older one')
    if (isReturn(config, this.#state!)) return
    const optOut =
      disk.optOut === undefined || seen.optOutFile === 'none' ? undefined : (seen.optOutFile ?? disk.optOut)
    if (optOut !== undefined && config.source !== 'local') fail('a document was applied in spite of the opt-out')
    if (optOut === 'freeze') fail('a change was made in spite of the opt-out')
    if (this.#bad.has(`${digestOf(config)} ${journal.kubeletVersion}`)) fail(`${digestOf(config)} was tried again`)
  }
}

/** Going back to what was good is allowed at any time. */
const isReturn = (config: Config, { journal: { work } }: State): boolean =>
  work.kind === 'RollingBack' && sameConfig(work.to, config)
