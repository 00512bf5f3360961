import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type OutputChunk, rolldown } from 'rolldown'
import { bundleCommands } from '../bundle.ts'
import { wrapped } from './load-chunks.ts'
import { type Architecture, type NodeBinary, nodeBinary } from './node-binary.ts'
import { names } from './program-names.ts'
import { compileChunks } from './training.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..', '..')

/** Names that Node.js looks for: https://nodejs.org/docs/latest-v24.x/api/single-executable-applications.html */
const resource = 'NODE_SEA_BLOB'
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'

export interface Built {
  readonly chunks: readonly OutputChunk[]
  readonly node: NodeBinary
}

/** Build the executable in a folder, with the links to it. The same sources and the same Node.js give the same bytes. */
export async function buildExecutable(folder: string, architecture: Architecture): Promise<Built> {
  const node = await nodeBinary(architecture)
  if (process.versions.node !== node.version)
    throw new Error(`this is Node.js ${process.versions.node}, but the executable gets ${node.version}: use npm run`)
  const work = await mkdtemp(join(tmpdir(), 'kubeletcfg-exe-'))
  try {
    const chunks = await bundleCommands(join(work, 'chunks'))
    const names = chunks.map(({ fileName }) => fileName).toSorted()
    for (const { fileName, code } of chunks) await writeFile(join(work, 'chunks', fileName), wrapped(code))
    // V8 runs compiled code only on the architecture that it was compiled on.
    if (architecture === process.arch) await compileChunks(join(work, 'chunks'))
    else for (const name of names) await writeFile(join(work, 'chunks', `${name}.compiled`), '')
    await writeExecutable(folder, node, await writeBlob(work, names))
    return { chunks, node }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function writeExecutable(folder: string, node: NodeBinary, blob: string): Promise<void> {
  const [name = '', ...links] = names
  const path = join(folder, name)
  await mkdir(folder, { recursive: true })
  await writeFile(path, node.bytes)
  const postject = join(root, 'node_modules', 'postject', 'dist', 'cli.js')
  await run(process.execPath, [postject, path, resource, blob, '--sentinel-fuse', fuse])
  await chmod(path, 0o755)
  for (const link of links) {
    await rm(join(folder, link), { force: true })
    await symlink(name, join(folder, link))
  }
}

/** Write what Node.js finds in the executable, and return its path. Paths are a part of it, so they are relative. */
async function writeBlob(work: string, chunks: readonly string[]): Promise<string> {
  const build = await rolldown({ input: join(import.meta.dirname, 'entry.ts'), platform: 'node', logLevel: 'warn' })
  await build.write({ file: join(work, 'entry.cjs'), format: 'cjs', minify: true })
  await build.close()
  const assets = chunks.flatMap((name) => [name, `${name}.compiled`]).map((name) => [name, join('chunks', name)])
  const settings = {
    main: 'entry.cjs',
    output: 'blob',
    assets: Object.fromEntries(assets),
    disableExperimentalSEAWarning: true,
    // Programs that run for a long time would keep what a larger young generation takes (docs/adr/0046).
    execArgv: ['--max-semi-space-size=1'],
    // NODE_OPTIONS is meant for programs that run on Node.js, not for one that contains it.
    execArgvExtension: 'none',
  }
  await writeFile(join(work, 'sea.json'), JSON.stringify(settings))
  await run(process.execPath, ['--experimental-sea-config', 'sea.json'], { cwd: work })
  return join(work, settings.output)
}
