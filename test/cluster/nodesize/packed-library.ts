import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { checkout } from '../host/directories.ts'

const run = promisify(execFile)

export interface PackedLibrary extends AsyncDisposable {
  /** The package as it is published, below node_modules of a folder of its own. */
  readonly folder: string
}

/** What `npm pack` packs, with the dependencies of the checkout: there is no registry in the network of the cluster. */
export async function packedLibrary(): Promise<PackedLibrary> {
  const home = await mkdtemp(join(tmpdir(), 'packed-'))
  const folder = join(home, 'node_modules', 'kubeletcfg')
  await mkdir(folder, { recursive: true })
  const packing = ['pack', '--ignore-scripts', '--pack-destination', home]
  await run('npm', packing, { cwd: checkout, env: { ...process.env, HOME: home } })
  const tarball = (await readdir(home)).find((name) => name.endsWith('.tgz'))
  await run('tar', ['-xzf', join(home, tarball ?? ''), '--strip-components=1', '-C', folder])
  await symlink(join(checkout, 'node_modules'), join(folder, 'node_modules'))
  return { folder, [Symbol.asyncDispose]: () => rm(home, { recursive: true }) }
}
