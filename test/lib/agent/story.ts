import { begin } from '../../../src/lib/agent/begin.ts'
import type { Journal } from '../../../src/lib/agent/journal/journal.ts'
import { parseJournal } from '../../../src/lib/agent/journal/parse-journal.ts'
import type { DocumentVersion } from '../../../src/lib/agent/model/config.ts'
import type { Effect } from '../../../src/lib/agent/model/effect.ts'
import type { EffectResult, Found, NodeSeen, Observation } from '../../../src/lib/agent/model/event.ts'
import type { Evidence, LiveSeen, ServiceState } from '../../../src/lib/agent/model/evidence.ts'
import type { Moment } from '../../../src/lib/agent/model/instant.ts'
import { defaultSettings, type Settings } from '../../../src/lib/agent/model/settings.ts'
import type { Verdict } from '../../../src/lib/agent/model/verdict.ts'
import type { State } from '../../../src/lib/agent/state/state.ts'
import { statusOf } from '../../../src/lib/agent/status/status-of.ts'
import { step } from '../../../src/lib/agent/step.ts'
import { wakeAt } from '../../../src/lib/agent/wake-at.ts'
import type { Fact } from '../../../src/lib/message/fact.ts'
import { foundOf, pass, running, textOf, usable, worker } from './props.ts'

interface Beginning {
  readonly settings?: Partial<Settings>
  readonly journal?: Journal
  readonly node?: string
}

/** Tells the core what happens, and answers its effects: a story is read from top to bottom. */
export class Story {
  state: State
  effects: readonly Effect[]
  now: Moment
  service: ServiceState = running
  live: LiveSeen = { content: 'local', sha256: undefined, changedAtMs: undefined }
  /** While a document is in force, where it differs from a healthy kubelet. */
  evidence: Partial<Omit<Evidence, 'service'>> = {}
  /** The same for one content. */
  evidenceOf: Readonly<Record<string, Partial<Evidence>>> = {}
  verdict: Verdict = usable
  podsReadable = true
  /** As the API server has it, whatever its watch has told; undefined: it does not answer. */
  rollout: Found | undefined = { kind: 'absent' }
  /** More than its floor. */
  balloonHolds = false
  /** The machine. */
  shutsDown = false
  /** The effect that fails, as in the diary. */
  fails: string | undefined
  failure: Fact = { reason: 'OutOfSpace' }
  /** What was carried out, in short. */
  readonly diary: string[] = []

  constructor({ settings = {}, journal, node = 'node-a' }: Beginning = {}) {
    this.now = { bootId: 'boot-1', uptimeMs: 100_000, wallMs: 1_700_000_000_000 }
    const all = { ...defaultSettings, jitterMs: 0, ...settings }
    const [state, effects] = begin(journal, { node, settings: all, moment: this.now })
    this.state = state
    this.effects = effects
  }

  get phase(): string {
    return statusOf(this.state).phase
  }

  get status() {
    return statusOf(this.state)
  }

  /** All that an agent sees when it starts. */
  start({ node, global }: { node?: DocumentVersion | undefined; global?: DocumentVersion | undefined } = {}): this {
    this.see({ kind: 'opt-out-file', mode: undefined })
    this.see({ kind: 'kubelet', service: this.service, version: 'v1.36.3' })
    this.see({ kind: 'live', live: this.live })
    this.see({ kind: 'node', node: worker })
    this.see({ kind: 'source', source: 'rollout', found: { kind: 'absent' } })
    this.see({ kind: 'source', source: 'node', found: foundOf(node) })
    this.see({ kind: 'source', source: 'global', found: foundOf(global) })
    return this
  }

  /** Both as the API server has it and as its watch tells. */
  rollOut(found: Found): this {
    this.rollout = found
    return this.see({ kind: 'source', source: 'rollout', found })
  }

  annotate(node: Partial<NodeSeen>): this {
    return this.see({ kind: 'node', node: { ...worker, ...node } })
  }

  push(version: DocumentVersion, acceptedRisks: readonly ('drain' | 'reboot')[] = []): this {
    return this.see({ kind: 'source', source: version.source, found: { kind: 'document', version, acceptedRisks } })
  }

  remove(source: 'node' | 'global'): this {
    return this.see({ kind: 'source', source, found: { kind: 'absent' } })
  }

  see(observation: Observation): this {
    return this.#step(observation)
  }

  /** Lets time pass, with a tick whenever the core asked for one, and every effect carried out. */
  pass(ms: number): this {
    const end = this.now.uptimeMs + ms
    this.settle()
    for (let next = wakeAt(this.state); next !== undefined && next <= end; next = wakeAt(this.state)) {
      this.#forward(next - this.now.uptimeMs)
      this.see({ kind: 'tick' })
      this.settle()
    }
    this.#forward(end - this.now.uptimeMs)
    return this
  }

  /** Carries out effects until this one is next: there the agent dies. */
  stopBefore(text: string): this {
    for (let effect = this.effects[0]; effect !== undefined && textOf(effect) !== text; effect = this.effects[0])
      this.end(this.carryOut(effect))
    return this
  }

  /** Carries out effects until none is under way. */
  settle(): this {
    for (let times = 0, effect = this.effects[0]; effect !== undefined; times += 1, effect = this.effects[0]) {
      if (times > 1_000) throw new Error(`never at rest: ${textOf(effect)}`)
      this.end(this.carryOut(effect))
    }
    return this
  }

  /** What the machine does. */
  carryOut(effect: Effect): EffectResult {
    const text = textOf(effect)
    this.diary.push(text)
    if (text === this.fails || (this.fails === 'arm' && effect.kind === 'arm'))
      return { kind: 'failed', effect, because: this.failure }
    switch (effect.kind) {
      case 'examine':
        return { kind: 'examined', effect, verdict: this.verdict }
      case 'note-pods':
        return {
          kind: 'pods',
          effect,
          uids: this.podsReadable ? ['p-1'] : undefined,
          balloonHolds: this.balloonHolds,
          heartbeats: undefined,
          ...(this.shutsDown && { shutsDown: true }),
          ...(effect.rollout === true && { rollout: this.rollout }),
        }
      case 'probe':
        return { kind: 'probed', effect, evidence: this.probed(), live: this.live }
      case 'restart':
        this.#forward(80)
        this.service = { ...running, mainPid: this.service.mainPid + 1, startedAtMs: this.now.uptimeMs }
        return { kind: 'restarted', effect, service: this.service }
      case 'write':
        this.live = { ...this.live, content: 'local', sha256: undefined, changedAtMs: this.now.uptimeMs }
        if (effect.config.source !== 'local')
          this.live = { ...this.live, content: 'ours', sha256: effect.config.checkpoint }
        return { kind: 'done', effect }
      default:
        return { kind: 'done', effect }
    }
  }

  /** Power is lost and comes back: the agent begins with what it wrote last. */
  reboot(): this {
    this.now = { bootId: `${this.now.bootId}+`, uptimeMs: 30_000, wallMs: this.now.wallMs + 60_000 }
    this.service = { ...running, mainPid: this.service.mainPid + 1, startedAtMs: 20_000 }
    return this.restartAgent()
  }

  restartAgent(optOut: Observation = { kind: 'opt-out-file', mode: undefined }): this {
    const { settings, journal } = this.state
    const read = parseJournal(JSON.parse(JSON.stringify(journal)))
    const [state, effects] = begin(read, { node: journal.node, settings, moment: this.now })
    this.state = state
    this.effects = effects
    this.see(optOut)
    return this.see({ kind: 'kubelet', service: this.service, version: journal.kubeletVersion ?? '' })
  }

  /** The machine sleeps: its clocks go on, and nobody looks. */
  suspend(ms: number): this {
    this.#forward(ms)
    return this
  }

  probed(): Evidence {
    return {
      service: this.service,
      healthz: pass,
      lease: pass,
      ready: pass,
      heartbeats: undefined,
      configz: pass,
      pods: pass,
      sandbox: { verdict: 'none' },
      runtime: pass,
      apiReachable: true,
      ...(this.shutsDown && { ready: notReady, shutsDown: true }),
      ...(this.live.content === 'local' ? {} : this.evidence),
      ...this.evidenceOf[this.live.content === 'local' ? 'local' : (this.live.sha256 ?? '')],
    }
  }

  end(ending: EffectResult): this {
    return this.#step(ending)
  }

  #step(occurrence: Observation | EffectResult): this {
    const before = this.state
    const [state, effects] = step(before, { at: this.now, ...occurrence })
    this.state = state
    this.stepped(before)
    this.effects = effects.length > 0 || state.busy === undefined ? effects : this.effects
    return this
  }

  /** After each step. */
  protected stepped(_before: State): void {}

  #forward(ms: number): void {
    this.now = { ...this.now, uptimeMs: this.now.uptimeMs + ms, wallMs: this.now.wallMs + ms }
  }
}

const notReady = { verdict: 'fail', because: { reason: 'ReadyNotTrue' } } as const
