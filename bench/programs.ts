import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Command } from './row.ts'

const run = promisify(execFile)

/** One way to have both commands on a machine. */
export interface Programs {
  readonly by: 'npm' | 'executable'
  readonly kubeletcfg: (...args: readonly string[]) => Command
  readonly nodesize: (...args: readonly string[]) => Command
}

const checkout = resolve(import.meta.dirname, '..')

/** Packs the package and installs it as a user does, in an empty folder. Requires `npm run build`. Returns the folder. */
export async function installPackage(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kubeletcfg-bench-'))
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: checkout })
  const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? ''
  await writeFile(join(folder, 'package.json'), '{"private": true}\n')
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', join(folder, tarball)], { cwd: folder })
  return folder
}

/** The installation in a folder, and the executable if it was built. */
export function programsIn(folder: string): readonly Programs[] {
  const [installed, built] = [join(folder, 'node_modules', '.bin'), join(checkout, 'dist-exe')]
  return existsSync(join(built, 'kubeletcfg'))
    ? [programsOf('npm', installed), programsOf('executable', built)]
    : [programsOf('npm', installed)]
}

const programsOf = (by: Programs['by'], folder: string): Programs => ({
  by,
  kubeletcfg: (...args) => [join(folder, 'kubeletcfg'), ...args],
  nodesize: (...args) => [join(folder, 'nodesize'), ...args],
})
