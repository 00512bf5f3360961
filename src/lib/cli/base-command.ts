import { Command } from '@oclif/core/command'
import { boolean } from '@oclif/core/flags'
import type { Failure } from '../errors.ts'
import { outputVersion } from '../names.ts'
import { confirm, type Question } from './confirm.ts'
import { exitCode, worstOutcome } from './exit.ts'
import { listenForInterrupt } from './interrupt.ts'
import { type DataFormat, serialize } from './output.ts'
import { StderrProgress } from './progress.ts'
import { type Style, styleFor } from './style.ts'

export interface Result {
  readonly kind: string
  readonly data: object
  readonly text: () => string | Promise<string>
}

/** What every command of both command lines shares: output, progress, interruption, exit codes. */
export abstract class BaseCommand extends Command {
  static override baseFlags = {
    quiet: boolean({ char: 'q', summary: 'Say nothing on stderr but warnings and errors.', helpGroup: 'global' }),
    'no-color': boolean({ summary: 'No colours; NO_COLOR does the same.', helpGroup: 'global' }),
  }

  #interruption = listenForInterrupt()

  /** Aborts on Ctrl-C. */
  protected get signal(): AbortSignal {
    return this.#interruption.signal
  }

  protected progress(flags: { quiet: boolean }): StderrProgress {
    return new StderrProgress(flags)
  }

  protected style(): Promise<Style> {
    return styleFor(process.stdout)
  }

  /** The result: to stdout, whole and once. Talk goes to stderr. */
  protected print(text: string): void {
    process.stdout.write(text)
  }

  /** The result as data, or as the text made for people. */
  protected async printResult(format: DataFormat | 'text', { kind, data, text }: Result): Promise<void> {
    if (format === 'text') this.print(await text())
    else this.print(await serialize(format, { apiVersion: outputVersion, kind, ...data }))
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

  protected confirm(question: Omit<Question, 'command'>): Promise<void> {
    const { id = '', argv } = this
    return confirm({ ...question, command: [...this.config.bin.split(' '), ...id.split(':'), ...argv] })
  }

  protected exitWith(outcome: Parameters<typeof exitCode>[0]): void {
    process.exitCode = exitCode(outcome)
  }

  /** For several targets, after their report is printed: each failure on stderr, one exit code for all. */
  protected finishWith(failures: readonly (Failure | undefined)[]): void {
    for (const failure of failures) if (failure !== undefined) this.#printFailure(failure)
    this.exitWith(worstOutcome(failures.map((failure) => failure?.code ?? 'done')))
  }

  #printFailure({ message, suggestions }: Failure): void {
    const lines = [`error: ${message}`, ...suggestions.map((hint) => `hint: ${hint}`)]
    process.stderr.write(`${lines.join('\n')}\n`)
  }

  /** run.ts prints and maps errors; oclif's own catch would set an exit code of its own. */
  protected override async catch(error: Error): Promise<never> {
    throw error
  }

  protected override async finally(): Promise<void> {
    this.#interruption.release()
  }
}
