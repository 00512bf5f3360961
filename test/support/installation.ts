import { cp, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundle, bundleCommands } from '../../scripts/build/bundle.ts'

const root = join(import.meta.dirname, '..', '..')

/**
 * Before all tests: what `npm install` would bring, from the sources as they are now. Tests start these files, as users do.
 * modules.json lists what is in each chunk.
 */
export default async function install(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kubeletcfg-installation-'))
  process.env['INSTALLATION'] = folder
  await cp(join(root, 'bin'), join(folder, 'bin'), { recursive: true })
  const host = { host: join(import.meta.dirname, 'command-host.ts') }
  const [chunks] = await Promise.all([
    bundleCommands(join(folder, 'dist', 'cli')),
    bundle(host, join(folder, 'dist', 'host')),
  ])
  const modules = Object.fromEntries(chunks.map(({ fileName, moduleIds }) => [fileName, moduleIds]))
  await writeFile(join(folder, 'modules.json'), JSON.stringify(modules))
}
