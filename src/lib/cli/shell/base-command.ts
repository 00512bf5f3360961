import { Command } from '@oclif/core/command'
import { boolean } from '@oclif/core/flags'
import type { Fact } from '../../message/fact.ts'
import type { Failure, FailureCode } from '../../message/failure.ts'
import type { View } from '../../output/view.ts'
import type { DataFormat } from '../output/serialize.ts'
import { confirm, type Question } from '../terminal/confirm.ts'
import { StderrProgress } from '../terminal/progress.ts'
import { sayAs } from '../terminal/say.ts'
import { noStyle, styleFor } from '../terminal/style.ts'
import { refuseInherited } from '../usage/inherited.ts'
import { rewriteBooleans } from './boolean-values.ts'
import { combineOutcomes, exitCode } from './exit-codes.ts'
import { endOf, listenForInterrupt } from './interrupt.ts'
import type { ListFlags } from './listing.ts'
import { type Data, type ListOptions, Output, type Result, type Text } from './output.ts'
import type { Start } from './program.ts'
import type { ProgramConfig } from './program-config.ts'

/** The most warnings that are printed at once: a file may have thousands, and terminals keep less. */
const mostWarnings = 50

/** What all commands of both programs share: results (output.ts), messages, interruption (interrupt.ts) and exit codes. */
export abstract class BaseCommand extends Command {
  static override baseFlags = {
    quiet: boolean({ char: 'q', summary: 'Print only warnings and errors to stderr.', helpGroup: 'global' }),
    'no-color': boolean({ summary: 'Disable colours, as NO_COLOR does.', helpGroup: 'global' }),
  }

  #interruption = listenForInterrupt(() => this.#reportAbruptEnd())
  #style = noStyle
  #output = new Output(noStyle)
  #progress: StderrProgress | undefined

  /** Run the command to its end. Command.run, which oclif has for that, would load a configuration from the disk. */
  execute(): Promise<unknown> {
    return this._run()
  }

  /** How the programs of the package are started again, by name. */
  protected get programs(): Start['programs'] {
    return (this.config as ProgramConfig).start.programs
  }

  protected override async init(): Promise<void> {
    await super.init()
    refuseInherited(this.argv, `${this.config.bin} ${this.id} --help`)
    this.argv = rewriteBooleans(this.argv, { ...this.ctor.baseFlags, ...this.ctor.flags })
    this.#style = await styleFor(process.stderr)
    this.#output = new Output(await styleFor(process.stdout))
  }

  protected print(text: string): void {
    this.#output.document(text)
  }

  protected printText(text: Text): void {
    this.#output.text(text)
  }

  protected printRows<Row>(rows: readonly Row[], view: View<Row>, options: ListOptions): Promise<void> {
    return this.#output.rows(rows, view, options)
  }

  protected printObject<Row>(object: Row, view: View<Row>, flags: ListFlags): Promise<void> {
    return this.#output.object(object, view, flags)
  }

  /** For results that come bit by bit. */
  protected get output(): Output {
    return this.#output
  }

  protected printData(format: DataFormat, data: Data): Promise<void> {
    return this.#output.data(format, data)
  }

  protected printResult(format: DataFormat | 'text', result: Result): Promise<void> {
    return this.#output.result(format, result)
  }

  /** One for the whole command: each message first removes the progress line. */
  protected progress({ quiet }: { quiet: boolean }): StderrProgress {
    this.#progress ??= new StderrProgress({ quiet, style: this.#style })
    return this.#progress
  }

  /** Print the notes and warnings of a plan or a report. Words are loaded when there are some. */
  protected async sayFacts(
    flags: { quiet: boolean },
    { notes = [], warnings }: { notes?: readonly Fact[]; warnings: readonly Fact[] },
  ): Promise<void> {
    if (notes.length + warnings.length === 0) return
    const { messageOf } = await import('../../message/describe.ts')
    for (const fact of notes) this.progress(flags).note(messageOf(fact))
    for (const fact of warnings.slice(0, mostWarnings)) this.progress(flags).warning(messageOf(fact))
    const more = warnings.length - mostWarnings
    if (more > 0) this.progress(flags).warning(`${more} more ${more === 1 ? 'warning' : 'warnings'} not shown`)
  }

  /** Print facts as errors; the caller sets the exit code. */
  protected async sayErrors(facts: readonly Fact[]): Promise<void> {
    if (facts.length === 0) return
    const { messageOf } = await import('../../message/describe.ts')
    this.#progress?.done()
    for (const fact of facts) sayAs('error', messageOf(fact), this.#style)
  }

  /** Wait for `work`. Shows `what` when that takes long. */
  protected async during<Value>(flags: { quiet: boolean }, what: string, work: Promise<Value>): Promise<Value> {
    const progress = this.progress(flags)
    progress.doing(what)
    try {
      return await work
    } finally {
      progress.done()
    }
  }

  protected confirm(question: Omit<Question, 'command' | 'style' | 'signal'>): Promise<void> {
    const { id = '', argv, signal } = this
    const command = [...this.config.bin.split(' '), ...id.split(' '), ...argv]
    return confirm({ ...question, command, style: this.#style, signal })
  }

  protected exitWith(outcome: Parameters<typeof exitCode>[0]): void {
    process.exitCode = exitCode(endOf(outcome))
  }

  /**
   * Call after the report is printed: reports each failure on stderr once, and sets one exit code for all targets; `end`,
   * when it is given.
   */
  protected async finishWith(failures: readonly (Failure | undefined)[], end?: FailureCode): Promise<void> {
    const found = [...new Set(failures)].filter((failure) => failure !== undefined)
    if (found.length > 0) {
      const { reportErrors } = await import('./report-error.ts')
      reportErrors(found, { ...this.config, command: this.id }, this.#style)
    }
    this.exitWith(end ?? combineOutcomes(failures.map((failure) => failure?.code ?? 'done')))
  }

  /** run.ts reports errors. oclif's catch would set another exit code. */
  protected override async catch(error: Error): Promise<never> {
    throw error
  }

  /** Aborts on Ctrl-C, SIGTERM and SIGHUP. */
  protected get signal(): AbortSignal {
    return this.#interruption.signal
  }

  /** Leave Ctrl-C to a program on this terminal while it runs. */
  protected leaveCtrlC(): Disposable {
    return this.#interruption.leaveCtrlC()
  }

  #reportAbruptEnd(): void {
    this.#progress?.done()
    sayAs('error', 'stopped immediately: a change may be incomplete, check the state before you continue', this.#style)
  }

  /** Leave signals to another handler. */
  protected releaseSignals(): void {
    this.#interruption.release()
  }

  /** Handle signals again. */
  protected handleSignals(): void {
    this.#interruption = listenForInterrupt(() => this.#reportAbruptEnd())
  }

  protected override async finally(): Promise<void> {
    this.releaseSignals()
  }
}
