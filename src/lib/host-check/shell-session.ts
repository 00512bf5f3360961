import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { addAbortListener } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { killGroup } from '../machine/kill-group.ts'
import type { Command } from '../machine/run-program.ts'
import { Failure } from '../message/failure.ts'
import { Interrupted, type Limits } from '../ports/limits.ts'
import { shellWord } from '../quoting.ts'
import {
  HostCommandEnded,
  HostCommandNotRun,
  HostCommandNotUnderstood,
  HostCommandSilent,
  type ReachFact,
} from './reach-messages.ts'

export interface ShellAnswer {
  readonly exit: number
  /** stdout and stderr. */
  readonly text: string
}

/** Of one answer, and of what comes without a question. */
const maxBytes = 2 ** 24
const maxComplaint = 2_000
/** The mark, and an exit code. */
const maxLastLine = 64

interface Asked {
  resolve(answer: ShellAnswer): void
  reject(failure: Failure): void
}

/**
 * A shell on another machine, at the end of a command such as `ssh node-a`: the word `sh` is all that is added to it, and
 * questions go to its stdin, so that no word of a document is ever part of a command line. Each answer is between two lines
 * that nobody else can print.
 */
export class ShellSession implements Disposable {
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>
  readonly #command: string
  readonly #timeoutMs: number
  readonly #asked: Asked[] = []
  readonly #mark = `kubeletcfg-${randomUUID()}`
  readonly #lastLine = new RegExp(`\\n${this.#mark} \\d+\\.\\n`)
  readonly #listener: Disposable
  #timer: NodeJS.Timeout | undefined
  #printed = ''
  #recent = ''
  #complaint = ''
  #over: Failure | undefined
  #isClosed = false

  constructor([program, ...args]: Command, { signal, timeoutMs }: Required<Omit<Limits, 'leftMs'>>) {
    this.#command = [program, ...args].map(shellWord).join(' ')
    this.#timeoutMs = timeoutMs
    // A process group of its own, so that all of it can be killed; it cannot ask for a password.
    this.#child = spawn(program, [...args, 'sh'], { stdio: ['pipe', 'pipe', 'pipe'], detached: true })
    const { stdin, stdout, stderr } = this.#child
    this.#listener = addAbortListener(signal, () => this.#end(interrupted()))
    // What ended the command is said when it has ended.
    stdin.on('error', () => undefined)
    stdout.setEncoding('utf8').on('data', (text: string) => this.#read(text))
    stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#complaint = `${this.#complaint}${text}`.slice(-maxComplaint)
    })
    this.#child.on('error', ({ code: errno = 'UNKNOWN' }: NodeJS.ErrnoException) =>
      this.#end(failed('usage', HostCommandNotRun({ command: program, errno }))),
    )
    this.#child.on('close', (code, killedBy) => {
      this.#isClosed = true
      const end = code ?? killedBy ?? 'SIGKILL'
      this.#end(failed('unreachable', HostCommandEnded({ ...this.#context(), end })))
    })
  }

  /** What a command of the shell prints. Its words are quoted by the caller. Rejects with Failure<ReachFact>. */
  ask(command: string): Promise<ShellAnswer> {
    if (this.#over !== undefined) return Promise.reject(this.#over)
    const answer = new Promise<ShellAnswer>((resolve, reject) => this.#asked.push({ resolve, reject }))
    this.#child.stdin.write(
      `echo ${this.#mark}; { ${command}; } </dev/null 2>&1; printf '\\n%s %s.\\n' ${this.#mark} $?\n`,
    )
    this.#wait()
    return answer
  }

  #context(): { readonly command: string; readonly programMessage: string } {
    return { command: this.#command, programMessage: this.#complaint.trim() }
  }

  /** Begins anew with each answer: the deadline is that of one, not of all. */
  #wait(): void {
    clearTimeout(this.#timer)
    if (this.#asked.length === 0) return
    const silent = (): void =>
      this.#end(failed('unreachable', HostCommandSilent({ ...this.#context(), timeoutMs: this.#timeoutMs })))
    this.#timer = setTimeout(silent, this.#timeoutMs)
  }

  #read(text: string): void {
    this.#printed += text
    // An answer may be long: all of it is searched only when its last line is there.
    const recent = this.#recent + text
    this.#recent = recent.slice(-maxLastLine)
    if (this.#lastLine.test(recent)) this.#answer()
    if (this.#printed.length > maxBytes)
      this.#end(failed('unreachable', HostCommandNotUnderstood({ command: this.#command, maxBytes })))
  }

  #answer(): void {
    for (;;) {
      const end = this.#printed.indexOf(`\n${this.#mark} `)
      const stop = end < 0 ? -1 : this.#printed.indexOf('.\n', end)
      if (stop < 0) break
      const begin = this.#printed.indexOf(`${this.#mark}\n`) + this.#mark.length + 1
      const exit = Number(this.#printed.slice(end + this.#mark.length + 2, stop))
      this.#asked.shift()?.resolve({ exit, text: this.#printed.slice(begin, end) })
      this.#printed = this.#printed.slice(stop + 2)
      this.#wait()
    }
  }

  #end(failure: Failure): void {
    this.#over ??= failure
    for (const { reject } of this.#asked.splice(0)) reject(this.#over)
    this[Symbol.dispose]()
  }

  [Symbol.dispose](): void {
    this.#over ??= interrupted()
    clearTimeout(this.#timer)
    this.#listener[Symbol.dispose]()
    const { stdin, stdout, stderr } = this.#child
    // A grandchild that left the group may hold them open.
    for (const stream of [stdin, stdout, stderr]) stream.destroy()
    if (!this.#isClosed) killGroup(this.#child)
  }
}

const failed = (code: 'usage' | 'unreachable', fact: ReachFact): Failure => new Failure(code, fact)

const interrupted = (): Failure => new Failure('interrupted', Interrupted())
