import { Config } from '@oclif/core/config'
import { flush } from '@oclif/core/flush'
import { run as runOclif } from '@oclif/core/run'
import { settings } from '@oclif/core/settings'
import { type Bin, loadOptions } from './bins.ts'
import { reportError } from './report-error.ts'

settings.enableAutoTranspile = false

/** Run a command line to its end, print what went wrong, and leave the exit code in process.exitCode. */
export async function run(bin: Bin, argv: readonly string[] = process.argv.slice(2)): Promise<void> {
  surviveClosedPipe()
  const config = await Config.load(await loadOptions(bin))
  try {
    await runOclif([...argv], config)
    await flush()
  } catch (error) {
    process.exitCode = reportError(error, config)
  }
}

/** `kubeletcfg list | head -1`: the reader has enough, and that is no error. */
function surviveClosedPipe(): void {
  process.stdout.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit()
    throw error
  })
}
