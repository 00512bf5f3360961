import { Config } from '@oclif/core/config'
import { flush } from '@oclif/core/flush'
import { run as runOclif } from '@oclif/core/run'
import { settings } from '@oclif/core/settings'
import { errnoText } from '../../errno.ts'
import { sayAs } from '../terminal/say.ts'
import { noStyle, type Style, styleFor } from '../terminal/style.ts'
import { type Bin, loadOptions } from './bins.ts'
import { exitCode } from './exit-codes.ts'
import { endOf, hangUp } from './interrupt.ts'
import { type Program, programOf } from './program.ts'
import { arrange } from './word-order.ts'

settings.enableAutoTranspile = false

/** How long an open connection or a child process can keep the process alive after its end, in milliseconds. */
const lingerMs = 1_000

/** Run a command line to its end, report its error, and set process.exitCode. */
export async function run(bin: Bin, typed: readonly string[] = process.argv.slice(2)): Promise<void> {
  let program: Program = { name: bin, bin, commands: [] }
  // Node would exit with 1, which means "differences found" for diff. Unhandled rejections arrive here, too.
  // oclif throws errors of stdout once more, and readline throws when it leaves a prompt.
  process.on('uncaughtException', (error) => {
    if (isHangUp(error)) return hangUp()
    void report(error, program, noStyle).then((code) => process.exit(code))
  })
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
    const isLost = error instanceof Error && isHangUp(error)
    if (isLost) hangUp()
    process.exitCode = isLost
      ? exitCode(endOf('interrupted'))
      : await report(error, program, await styleFor(process.stderr))
  }
  setTimeout(() => process.exit(), lingerMs).unref()
}

/** The words for errors are loaded when there is an error. */
const report = async (error: unknown, program: Program, style: Style): Promise<number> =>
  (await import('./report-error.ts')).reportError(error, program, style)

/**
 * In `kubeletcfg list | head -1` the reader closes the pipe early, which is not an error; a full disk is. Errors of stderr
 * are ignored: they must not stop a change halfway. A closed terminal means SIGHUP, even where no signal arrives.
 */
function surviveBadStreams(): void {
  process.stderr.on('error', (error) => isHangUp(error) && hangUp())
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (isHangUp(error)) return hangUp()
    const { code = 'no reason given' } = error
    if (code === 'EPIPE') process.exit()
    sayAs('error', `stdout cannot be written: ${errnoText(code)}`, noStyle)
    process.exit(exitCode('bug'))
  })
}

/** A prompt that ends sets the mode of its terminal, everything else writes to it. */
const isHangUp = ({ code, syscall = '' }: NodeJS.ErrnoException): boolean =>
  code === 'EIO' && ['setRawMode', 'write'].includes(syscall) && (process.stdout.isTTY || process.stderr.isTTY)
