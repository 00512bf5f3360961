import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { checkout } from '../host/directories.ts'

const run = promisify(execFile)

/** Builds the executable. A node sees it at its own path, read-only, with the checkout. */
export async function buildExecutable(): Promise<string> {
  await run(process.execPath, [join(checkout, 'scripts', 'build', 'exe', 'build.ts')])
  return join(checkout, 'dist-exe', 'kubeletcfg')
}
