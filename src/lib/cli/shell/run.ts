import { Config } from '@oclif/core/config'
import { flush } from '@oclif/core/flush'
import { run as runOclif } from '@oclif/core/run'
import { settings } from '@oclif/core/settings'
import { errnoText } from '../../errno.ts'
import { sayAs } from '../terminal/say.ts'
import { noStyle, styleFor } from '../terminal/style.ts'
import { type Bin, loadOptions } from './bins.ts'
import { exitCode } from './exit-codes.ts'
import { type Program, programOf, reportError } from './report-error.ts'
import { arrange } from './word-order.ts'

settings.enableAutoTranspile = false

/** How long an open connection or a child process can keep the process alive after its end, in milliseconds. */
const lingerMs = 1_000

/** Run a command line to its end, report its error, and set process.exitCode. */
export async function run(bin: Bin, typed: readonly string[] = process.argv.slice(2)): Promise<void> {
  let program: Program = { name: bin, bin, commands: [] }
  // Node would exit with 1, which means "differences found" for diff. Unhandled rejections arrive here, too.
  process.on('uncaughtException', (error) => process.exit(reportError(error, program, noStyle)))
  surviveBadStreams()
  // NO_COLOR wins (https://no-color.org). In Node.js FORCE_COLOR does, with a warning on stderr.
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
 * In `kubeletcfg list | head -1` the reader closes the pipe early, which is not an error; a full disk is. Errors of stderr
 * are ignored: they must not stop a change halfway.
 */
function surviveBadStreams(): void {
  process.stderr.on('error', () => undefined)
  process.stdout.once('error', ({ code = 'no reason given' }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') process.exit()
    sayAs('error', `stdout cannot be written: ${errnoText(code)}`, noStyle)
    process.exit(exitCode('bug'))
  })
}
