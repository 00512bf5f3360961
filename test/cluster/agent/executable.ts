import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkout, sharedDirectory } from '../host/directories.ts'
import { outputOf } from '../host/output-of.ts'

const folder = join(sharedDirectory, 'exe')
const built = join(folder, 'built')

let building: Promise<void> | undefined

/** Path of the executable, on nodes too; it is built once for each run of the cluster. */
export async function executable(): Promise<string> {
  building ??= build()
  await building
  return join(folder, 'kubeletcfg')
}

async function build(): Promise<void> {
  if (existsSync(built)) return
  await outputOf(process.execPath, [join(checkout, 'scripts/build/exe/build.ts'), folder], { cwd: checkout })
  await writeFile(built, '')
}
