/**
 * Bundled by installation.ts, started by commander.ts with fork(2): runs one command line after the other, because loading the commands takes longer
 * than running them. What run.ts adds for a process that ends after one (streams that break, what lingers) is left out.
 */
import { Readable } from 'node:stream'
import type { Bin } from '../../src/lib/cli/shell/bins.ts'
import { findCommand } from '../../src/lib/cli/shell/find-command.ts'
import { reportError } from '../../src/lib/cli/shell/report-error.ts'
import { carryOut } from '../../src/lib/cli/shell/run.ts'
import { noStyle } from '../../src/lib/cli/terminal/style.ts'
import { programs } from '../../src/programs/main.ts'
import type { Order } from './commander.ts'
import { noStart } from './programs.ts'
import type { Ran } from './run-process.ts'

const output = { stdout: '', stderr: '' }
for (const name of ['stdout', 'stderr'] as const)
  process[name].write = (text: string | Uint8Array) => {
    output[name] += text
    return true
  }

/** As if this process had been started for this command alone. */
function prepare({ cwd, env, input }: Order): void {
  Object.assign(output, { stdout: '', stderr: '' })
  process.exitCode = 0
  process.chdir(cwd)
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, env)
  const stdin = Readable.from(input.length === 0 ? [] : [Buffer.from(input)], { objectMode: false })
  Object.defineProperty(process, 'stdin', { value: stdin, configurable: true })
}

async function runCommand(order: Order): Promise<Ran> {
  prepare(order)
  const [bin = '', ...typed] = order.argv
  const command = findCommand(typed, Object.keys(programs[bin as Bin].commands))?.id ?? typed[0]
  await carryOut(programs[bin as Bin], noStart, typed).catch((error) => {
    process.exitCode = reportError(error, { name: bin, bin, command }, noStyle)
  })
  return { ...output, exit: Number(process.exitCode) }
}

process.on('message', async (order: Order) => process.send?.(await runCommand(order)))
