/**
 * Build the executable: scripts/build/exe/build.ts [--arch x64|arm64] [FOLDER]. By default for this machine in dist-exe, for
 * another architecture in dist-exe-ARCH.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { digestOf, timeOfSources, writeChecksums } from '../contents/files.ts'
import { licencesOf } from '../contents/licences.ts'
import { packagesIn } from '../contents/packages.ts'
import { billOf } from '../contents/sbom.ts'
import { buildExecutable } from './executable.ts'
import { architectures } from './node-binary.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const { values, positionals } = parseArgs({ options: { arch: { type: 'string' } }, allowPositionals: true })
const architecture = architectures.find((each) => each === (values.arch ?? process.arch))
if (architecture === undefined) throw new Error(`--arch must be one of ${architectures.join(', ')}`)
const folder = positionals[0] ?? join(root, architecture === process.arch ? 'dist-exe' : `dist-exe-${architecture}`)

const { chunks, node } = await buildExecutable(folder, architecture)
const packages = await packagesIn(chunks)
const digest = digestOf(await readFile(join(folder, 'kubeletcfg')))
const bill = await billOf({ type: 'application', packages, node, digest, time: timeOfSources() })
const licences = await licencesOf(packages, node)
await writeFile(join(folder, 'kubeletcfg.cdx.json'), bill)
await writeFile(join(folder, 'LICENSES'), licences)
await writeChecksums(folder, ['kubeletcfg', 'kubeletcfg.cdx.json', 'LICENSES'])
