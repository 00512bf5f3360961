import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkout, runDirectory } from '../host/directories.ts'
import { outputOf } from '../host/output-of.ts'

const built = join(runDirectory, 'executable-built')

let building: Promise<void> | undefined

/** Path of the executable, on nodes too; it is built once for each run of the cluster. */
export async function executable(): Promise<string> {
  building ??= build()
  await building
  return join(checkout, 'dist-exe', 'kubeletcfg')
}

async function build(): Promise<void> {
  if (existsSync(built)) return
  await outputOf(process.execPath, [join(checkout, 'scripts/build/exe/build.ts')], { cwd: checkout })
  await writeFile(built, '')
}
