/**
 * Pack executables, and write manifests for krew: build.ts [--uri TEMPLATE] [--output FOLDER] [FOLDER…]. Each FOLDER has an
 * executable for one architecture, as build:exe writes it (dist-exe). The manifests and archives are written to dist-krew.
 * TEMPLATE is where the archives will be: {version} and {archive} are replaced. By default, a release of the repository in
 * package.json.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { stringify } from 'yaml'
import { type Bin, bins } from '../../../src/lib/cli/shell/bins.ts'
import { archOf, packExecutable } from './archive.ts'
import { type Archive, pluginManifest } from './plugin.ts'
import { archiveUri, homepageOf, type Package } from './release.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const { values, positionals } = parseArgs({
  options: { uri: { type: 'string' }, output: { type: 'string', default: join(root, 'dist-krew') } },
  allowPositionals: true,
})
const folders = positionals.length > 0 ? positionals : [join(root, 'dist-exe')]
const pack: Package = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))

await mkdir(values.output, { recursive: true })
const archives = new Map<string, Archive>()
for (const folder of folders) {
  const arch = await archOf(join(folder, 'kubeletcfg'))
  if (archives.has(arch)) throw new Error(`two of the folders have an executable for ${arch}`)
  const name = `kubeletcfg-v${pack.version}-linux-${arch}.tar.gz`
  const uri = archiveUri(pack, values.uri, name)
  archives.set(arch, { arch, uri, sha256: await packExecutable(folder, join(values.output, name)) })
}
const release = { version: pack.version, homepage: homepageOf(pack), archives: [...archives.values()] }
for (const bin of Object.keys(bins) as Bin[])
  await writeFile(join(values.output, `${bin}.yaml`), stringify(pluginManifest(bin, release), { lineWidth: 0 }))
