import { BaseCommand } from '../lib/cli/shell/base-command.ts'

/**
 * What the scripts of `completion` and the completion of kubectl call: `__complete [--quoted] -- WORD...`, with the words up
 * to the cursor. `--quoted`: they are as typed, with the quotes of the shell. Reports no errors and always exits with 0.
 */
export abstract class CompleteCommand extends BaseCommand {
  static override hidden = true
  static override strict = false
  static override summary = 'Print the candidates for the last word of a command line.'
  static override examples = ['<%= config.bin %> __complete -- get -']

  override async run(): Promise<void> {
    const [first, ...others] = this.argv
    const quoted = first === '--quoted'
    const typed = quoted ? others : this.argv
    const { unquote } = await import('../lib/completion/unquote.ts')
    const words = (typed[0] === '--' ? typed.slice(1) : typed).map((word) => (quoted ? unquote(word) : word))
    const { answer } = await import('../lib/cli/completion/answer.ts')
    const { patienceMs } = await import('../lib/cli/completion/patience.ts')
    const { name, userAgent } = this.config
    const question = { table: { commands: await this.describeCommands() }, userAgent, patienceMs: patienceMs(name) }
    const { text, late } = await answer(words, question)
    this.print(text)
    if (late) (await import('../lib/cli/completion/leave.ts')).leave()
  }

  /** A bug must not write to the prompt, either. */
  protected override async catch(): Promise<never> {
    this.print(':5\n')
    return this.exit(0)
  }
}
