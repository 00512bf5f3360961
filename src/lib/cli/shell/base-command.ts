import { Command } from '@oclif/core/command'
import { boolean } from '@oclif/core/flags'
import type { Fact } from '../../fact.ts'
import type { Failure } from '../../failure.ts'
import { outputVersion } from '../../names.ts'
import type { Column } from '../../render/column.ts'
import type { ReleaseRemark } from '../../render/file-release.ts'
import { type DataFormat, serialize } from '../../render/serialize.ts'
import type { Line } from '../../tone.ts'
import { messageOf } from '../../words/describe.ts'
import { confirm, type Question } from '../terminal/confirm.ts'
import { paint } from '../terminal/paint.ts'
import { StderrProgress } from '../terminal/progress.ts'
import { sayAs } from '../terminal/say.ts'
import { noStyle, styleFor } from '../terminal/style.ts'
import { table } from '../terminal/table.ts'
import { visibleDocument, visibleLines } from '../terminal/visible.ts'
import { usage } from '../usage/usage.ts'
import { combineOutcomes, exitCode } from './exit.ts'
import { endOf, listenForInterrupt } from './interrupt.ts'
import { reportError } from './report-error.ts'

/** For people. */
type Text = string | readonly Line[]

export interface Result {
  readonly kind: string
  readonly data: object
  readonly text: () => Text
}

/** What every command of both command lines shares: output, progress, interruption, exit codes. */
export abstract class BaseCommand extends Command {
  static override baseFlags = {
    quiet: boolean({ char: 'q', summary: 'Print only warnings and errors to stderr.', helpGroup: 'global' }),
    'no-color': boolean({ summary: 'Disable colours, as NO_COLOR does.', helpGroup: 'global' }),
  }

  #interruption = listenForInterrupt(() => this.#lastWords())
  #styles = { stdout: noStyle, stderr: noStyle }
  #progress: StderrProgress | undefined

  protected override async init(): Promise<void> {
    await super.init()
    this.#refuseInherited()
    this.#styles = { stdout: await styleFor(process.stdout), stderr: await styleFor(process.stderr) }
  }

  /** Aborts on Ctrl-C. */
  protected get signal(): AbortSignal {
    return this.#interruption.signal
  }

  /** One for the whole command: whoever speaks takes the running line away first. */
  protected progress({ quiet }: { quiet: boolean }): StderrProgress {
    this.#progress ??= new StderrProgress({ quiet, style: this.#styles.stderr })
    return this.#progress
  }

  /** What is to be known beside the result. */
  protected sayAll(flags: { quiet: boolean }, remarks: readonly ReleaseRemark[]): void {
    for (const { severity, text } of remarks) this.progress(flags)[severity](text)
  }

  /** Notes and warnings of a plan or a report. */
  protected sayFacts(
    flags: { quiet: boolean },
    { notes = [], warnings }: { notes?: readonly Fact[]; warnings: readonly Fact[] },
  ): void {
    for (const fact of notes) this.progress(flags).note(messageOf(fact))
    for (const fact of warnings) this.progress(flags).warning(messageOf(fact))
  }

  /** The result, to stdout, whole and once: byte for byte, unless a terminal would obey it. Talk goes to stderr. */
  protected print(text: string): void {
    process.stdout.write(process.stdout.isTTY ? visibleDocument(text) : text)
  }

  /** The result for people: nothing in it steers a terminal. */
  protected printText(text: Text): void {
    const shown = typeof text === 'string' ? visibleLines(text) : paint(text, this.#styles.stdout)
    process.stdout.write(shown)
  }

  protected printTable<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): void {
    const { columns: width } = process.stdout
    process.stdout.write(table(rows, columns, { style: this.#styles.stdout, width }))
  }

  protected async printData(format: DataFormat, { kind, data }: Omit<Result, 'text'>): Promise<void> {
    this.print(await serialize(format, { apiVersion: outputVersion, kind, ...data }))
  }

  /** The result as data, or as the text made for people. */
  protected async printResult(format: DataFormat | 'text', { text, ...result }: Result): Promise<void> {
    if (format === 'text') this.printText(text())
    else await this.printData(format, result)
  }

  /** Wait for something, and say what for when it takes long. */
  protected async during<Value>(flags: { quiet: boolean }, what: string, work: Promise<Value>): Promise<Value> {
    const progress = this.progress(flags)
    progress.doing(what)
    try {
      return await work
    } finally {
      progress.done()
    }
  }

  protected confirm(question: Omit<Question, 'command' | 'signal'>): Promise<void> {
    const { id = '', argv, signal } = this
    return confirm({ ...question, signal, command: [...this.config.bin.split(' '), ...id.split(':'), ...argv] })
  }

  protected exitWith(outcome: Parameters<typeof exitCode>[0]): void {
    process.exitCode = exitCode(endOf(outcome))
  }

  /** For several targets, after their report is printed: each failure on stderr, once, and one exit code for all. */
  protected finishWith(failures: readonly (Failure | undefined)[]): void {
    for (const failure of new Set(failures))
      if (failure !== undefined) reportError(failure, this.config, this.#styles.stderr)
    this.exitWith(combineOutcomes(failures.map((failure) => failure?.code ?? 'done')))
  }

  /** oclif looks flags up in objects, and to those --constructor and --toString are no strangers. */
  #refuseInherited(): void {
    const end = this.argv.indexOf('--')
    const words = end < 0 ? this.argv : this.argv.slice(0, end)
    const names = words.flatMap((word) => /^--([^=]+)/.exec(word)?.[1] ?? [])
    const inherited = names.find((name) => name in Object.prototype)
    if (inherited === undefined) return
    throw usage('UnknownFlag', `unknown flag --${inherited}`, `see ${this.config.bin} ${this.id} --help`)
  }

  #lastWords(): void {
    this.#progress?.done()
    sayAs(
      'error',
      'stopped immediately: a change may be incomplete, check the state before you continue',
      this.#styles.stderr,
    )
  }

  /** run.ts prints and maps errors; oclif's own catch would set an exit code of its own. */
  protected override async catch(error: Error): Promise<never> {
    throw error
  }

  /** From here on, signals are for somebody else to judge. */
  protected leaveSignals(): void {
    this.#interruption.release()
  }

  /** From here on, they are for this command again. */
  protected regainSignals(): void {
    this.#interruption = listenForInterrupt(() => this.#lastWords())
  }

  protected override async finally(): Promise<void> {
    this.leaveSignals()
  }
}
