import { begin } from '../../../src/lib/agent/begin.ts'
import type { DocumentVersion } from '../../../src/lib/agent/config.ts'
import type { Effect } from '../../../src/lib/agent/effect.ts'
import type { Ending, Sight } from '../../../src/lib/agent/event.ts'
import type { Evidence, ServiceState } from '../../../src/lib/agent/evidence.ts'
import type { Journal } from '../../../src/lib/agent/journal.ts'
import type { LiveSeen } from '../../../src/lib/agent/live.ts'
import type { Moment } from '../../../src/lib/agent/moment.ts'
import { defaultSettings, type Settings } from '../../../src/lib/agent/settings.ts'
import type { State } from '../../../src/lib/agent/state.ts'
import { statusOf } from '../../../src/lib/agent/status-of.ts'
import { step } from '../../../src/lib/agent/step.ts'
import type { Verdict } from '../../../src/lib/agent/verdict.ts'
import { wakeAt } from '../../../src/lib/agent/wake-at.ts'

import { foundOf, pass, running, textOf, usable, worker } from './props.ts'

/** Tells the core what happens, and answers its effects: a story is read from top to bottom. */
export class Story {
  state: State
  effects: readonly Effect[]
  now: Moment
  service: ServiceState = running
  live: LiveSeen = { content: 'local', sha256: undefined, changedAtMs: undefined }
  evidence: Partial<Omit<Evidence, 'service'>> = {}
  verdict: Verdict = usable
  /** What was carried out, in short. */
  readonly diary: string[] = []

  constructor({ settings = {}, journal }: { settings?: Partial<Settings>; journal?: Journal } = {}) {
    this.now = { bootId: 'boot-1', uptimeMs: 100_000, wallMs: 1_700_000_000_000 }
    const [state, effects] = begin(journal, {
      node: 'node-a',
      settings: { ...defaultSettings, jitterMs: 0, ...settings },
      moment: this.now,
    })
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
  start({ node, global }: { node?: DocumentVersion; global?: DocumentVersion } = {}): this {
    this.see({ kind: 'opt-out-file', mode: undefined })
    this.see({ kind: 'kubelet', service: this.service, version: 'v1.36.3' })
    this.see({ kind: 'live', live: this.live })
    this.see({ kind: 'node', node: worker })
    this.see({ kind: 'source', source: 'node', found: foundOf(node) })
    this.see({ kind: 'source', source: 'global', found: foundOf(global) })
    return this
  }

  push(version: DocumentVersion, acceptedRisks: readonly ('drain' | 'reboot')[] = []): this {
    return this.see({ kind: 'source', source: version.source, found: { kind: 'document', version, acceptedRisks } })
  }

  remove(source: 'node' | 'global'): this {
    return this.see({ kind: 'source', source, found: { kind: 'absent' } })
  }

  see(sight: Sight): this {
    return this.#step(sight)
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

  /** Carries out effects until none is under way. */
  settle(): this {
    for (let effect = this.effects[0]; effect !== undefined; effect = this.effects[0]) this.end(this.carryOut(effect))
    return this
  }

  /** What the machine does. */
  carryOut(effect: Effect): Ending {
    this.diary.push(textOf(effect))
    switch (effect.kind) {
      case 'examine':
        return { kind: 'examined', effect, verdict: this.verdict }
      case 'note-pods':
        return { kind: 'pods', effect, uids: ['p-1'] }
      case 'look':
        return { kind: 'looked', effect, evidence: this.looked(), live: this.live }
      case 'restart':
        this.#forward(80)
        this.service = { ...running, mainPid: this.service.mainPid + 1, startedAtMs: this.now.uptimeMs }
        return { kind: 'restarted', effect, service: this.service }
      case 'write':
        this.live = { content: 'local', sha256: undefined, changedAtMs: this.now.uptimeMs }
        if (effect.config.source !== 'local')
          this.live = { ...this.live, content: 'ours', sha256: effect.config.checkpoint }
        return { kind: 'done', effect }
      default:
        return { kind: 'done', effect }
    }
  }

  looked(): Evidence {
    return {
      service: this.service,
      healthz: pass,
      lease: pass,
      ready: pass,
      configz: pass,
      pods: pass,
      sandbox: { verdict: 'none' },
      runtime: pass,
      apiReachable: true,
      ...this.evidence,
    }
  }

  end(ending: Ending): this {
    return this.#step(ending)
  }

  #step(occurrence: Sight | Ending): this {
    const [state, effects] = step(this.state, { at: this.now, ...occurrence })
    this.state = state
    this.effects = effects.length > 0 || state.busy === undefined ? effects : this.effects
    return this
  }

  #forward(ms: number): void {
    this.now = { ...this.now, uptimeMs: this.now.uptimeMs + ms, wallMs: this.now.wallMs + ms }
  }
}
