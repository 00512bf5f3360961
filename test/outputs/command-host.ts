/**
 * Started by commander.ts with fork(2): runs one command line after the other, because loading the commands takes longer
 * than running them. What run.ts adds for a process that ends after one (streams that break, what lingers) is left out.
 */
import { Config } from '@oclif/core/config'
import { run } from '@oclif/core/run'
import { settings } from '@oclif/core/settings'
import { type Bin, loadOptions } from '../../src/lib/cli/bins.ts'
import { reportError } from '../../src/lib/cli/report-error.ts'
import { noStyle } from '../../src/lib/cli/style.ts'
import type { Ran } from '../support/run-process.ts'

settings.enableAutoTranspile = false

const output = { stdout: '', stderr: '' }
for (const name of ['stdout', 'stderr'] as const)
  process[name].write = (text: string | Uint8Array) => {
    output[name] += text
    return true
  }

const load = async (bin: Bin) => Config.load(await loadOptions(bin))
const configs = { kubeletcfg: await load('kubeletcfg'), nodesize: await load('nodesize') }

async function runCommand([bin, ...argv]: readonly string[]): Promise<Ran> {
  Object.assign(output, { stdout: '', stderr: '' })
  process.exitCode = 0
  const config = configs[bin as Bin]
  await run(argv, config).catch((error) => {
    process.exitCode = reportError(error, config, noStyle)
  })
  return { ...output, exit: Number(process.exitCode) }
}

process.on('message', async (words: readonly string[]) => process.send?.(await runCommand(words)))
