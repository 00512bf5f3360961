import type { Call, Outgoing, Reply, Transport } from '../../../../../src/lib/cluster/http/transport.ts'
import type { InProcess } from '../../../../support/in-process.ts'
import { answered } from '../../../../support/in-process-messages.ts'
import { kindOf } from './call-kind.ts'
import { ProcessClock } from './process-clock.ts'
import type { ClockKind, Trouble } from './schedule.ts'
import { type StreamTrouble, troubled } from './streams.ts'

interface Options {
  readonly name: string
  readonly clocks: ClockKind
  /** Called when a request leaves the code, before anything happens to it. */
  readonly onSend: (call: Call) => void
  /** What goes wrong with it. */
  readonly troubleWith: (call: Call) => Trouble | undefined
  readonly streamTrouble: () => StreamTrouble | undefined
  readonly onKill: () => void
}

/** A process that can be stopped and killed at any request, with clocks and connections of its own. */
export class SimulatedProcess {
  readonly name: string
  readonly clock: ProcessClock
  readonly #world: InProcess
  readonly #options: Options
  readonly #open = new Set<Reply>()

  constructor(world: InProcess, options: Options) {
    this.#world = world
    this.#options = options
    this.name = options.name
    this.clock = new ProcessClock(world.clock, options.clocks)
  }

  get isDead(): boolean {
    return this.clock.isDead
  }

  freeze(ms: number, clocks: 'run' | 'stand'): void {
    this.clock.freeze(ms, clocks)
  }

  /** Nothing of it runs any more, and its connections break. */
  kill(): void {
    if (this.isDead) return
    this.clock.kill()
    this.#options.onKill()
    for (const reply of this.#open) reply.cancel()
  }

  readonly through = (transport: Transport): Transport => ({
    ...transport,
    send: async (outgoing, signal) => {
      this.#options.onSend(outgoing.call)
      const trouble = this.#options.troubleWith(outgoing.call)
      if (trouble?.kind === 'freeze') this.freeze(trouble.ms, trouble.clocks)
      if (trouble?.kind === 'die' && trouble.when === 'before') this.kill()
      await this.clock.awake()
      signal.throwIfAborted()
      try {
        const reply = await this.#deliver(transport, { outgoing, signal, trouble })
        return kindOf(outgoing.call) === 'watch' ? this.#followed(reply) : reply
      } finally {
        await this.clock.awake()
      }
    },
  })

  async #deliver(
    transport: Transport,
    { outgoing, signal, trouble }: { outgoing: Outgoing; signal: AbortSignal; trouble: Trouble | undefined },
  ): Promise<Reply> {
    switch (trouble?.kind) {
      case 'drop':
        throw broken('ECONNRESET')
      case 'refuse':
        throw broken('ECONNREFUSED')
      case 'hang':
        return untilAborted(signal)
      case 'late':
        this.#world.clock.after(trouble.ms, () => void transport.send(outgoing, never()).then(cancelled, ignored))
        return untilAborted(signal)
      case 'answer':
        return answered({ status: trouble.status, body: { kind: 'Status', status: 'Failure', code: trouble.status } })
      case 'lose-answer':
        await transport.send(outgoing, signal).then(cancelled)
        throw broken('ECONNRESET')
      case 'die':
        await transport.send(outgoing, never()).then(cancelled, ignored)
        this.kill()
        return untilAborted(signal)
      default:
        return transport.send(outgoing, signal)
    }
  }

  #followed(reply: Reply): Reply {
    this.#open.add(reply)
    return { ...reply, body: this.#read(reply), cancel: () => reply.cancel() }
  }

  /** What arrives while it is stopped is read later. */
  async *#read(reply: Reply): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of troubled(reply.body, this.#options.streamTrouble)) {
        await this.clock.awake()
        yield chunk
      }
      await this.clock.awake()
    } finally {
      this.#open.delete(reply)
    }
  }
}

const cancelled = (reply: Reply): void => reply.cancel()
const ignored = (): void => undefined
const never = (): AbortSignal => new AbortController().signal
const broken = (code: string): Error => Object.assign(new Error(code), { code })
const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
