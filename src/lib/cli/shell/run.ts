import { Config } from '@oclif/core/config'
import { flush } from '@oclif/core/flush'
import { run as runOclif } from '@oclif/core/run'
import { settings } from '@oclif/core/settings'
import { sayAs } from '../terminal/say.ts'
import { noStyle, styleFor } from '../terminal/style.ts'
import { type Bin, loadOptions } from './bins.ts'
import { exitCode } from './exit-codes.ts'
import { type Program, programOf, reportError } from './report-error.ts'
import { arrange } from './word-order.ts'

settings.enableAutoTranspile = false

/** When all is said and done, a connection or a child that does not go away keeps us so many milliseconds, and no longer. */
const lingerMs = 1_000

/** Run a command line to its end, print what went wrong, and leave the exit code in process.exitCode. */
export async function run(bin: Bin, typed: readonly string[] = process.argv.slice(2)): Promise<void> {
  let program: Program = { name: bin, bin, commands: [] }
  // Node's own exit code for it is 1, and to diff that means "differs". A promise that nobody awaits comes here too.
  process.on('uncaughtException', (error) => process.exit(reportError(error, program, noStyle)))
  surviveBadStreams()
  // NO_COLOR wins: https://no-color.org. Node has it the other way round, and would warn of it.
  if (process.env['NO_COLOR']) delete process.env['FORCE_COLOR']
  try {
    const argv = await arrange(typed)
    const config = await Config.load(await loadOptions(bin, argv))
    program = programOf(config, argv)
    await runOclif([...argv], config)
    await flush()
  } catch (error) {
    process.exitCode = reportError(error, program, await styleFor(process.stderr))
  }
  setTimeout(() => process.exit(), lingerMs).unref()
}

/**
 * `kubeletcfg list | head -1`: the reader has enough, and that is no error; a full disk is one. Nobody hears what stderr
 * cannot take, and that must not stop what is half done.
 */
function surviveBadStreams(): void {
  process.stderr.on('error', () => undefined)
  process.stdout.once('error', ({ code = 'no reason given' }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') process.exit()
    sayAs('error', `stdout cannot be written: ${code}`, noStyle)
    process.exit(exitCode('bug'))
  })
}
