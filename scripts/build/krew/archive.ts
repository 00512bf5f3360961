import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, copyFile, mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import type { Archive } from './plugin.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..', '..')

const packedFiles = ['LICENSE', 'LICENSES', 'kubeletcfg']

/** e_machine of ELF. */
const machines: ReadonlyMap<number, Archive['arch']> = new Map([
  [0x3e, 'amd64'],
  [0xb7, 'arm64'],
])

/** The architecture that a file runs on, from its header: its name may say anything. */
export async function archOf(file: string): Promise<Archive['arch']> {
  await using opened = await open(file)
  const { buffer } = await opened.read({ buffer: Buffer.alloc(20) })
  const arch = buffer.toString('latin1', 0, 4) === '\x7fELF' ? machines.get(buffer.readUInt16LE(18)) : undefined
  if (arch === undefined) throw new Error(`${file} is not an executable for Linux on amd64 or arm64`)
  return arch
}

/** Pack the executable in a folder with the licences: the same bytes for the same files. Resolves with the SHA-256. */
export async function packExecutable(folder: string, archive: string): Promise<string> {
  await verify(folder)
  const packed = await mkdtemp(join(tmpdir(), 'kubeletcfg-krew-'))
  try {
    await put(join(folder, 'kubeletcfg'), packed, 0o755)
    await put(join(folder, 'LICENSES'), packed, 0o644)
    await put(join(root, 'LICENSE'), packed, 0o644)
    const owner = ['--owner=0', '--group=0', '--numeric-owner', '--mtime=@0']
    const form = ['--format=ustar', '--sort=name', '--use-compress-program=gzip -n']
    await run('tar', ['--create', '--file', archive, ...form, ...owner, '--directory', packed, ...packedFiles])
  } finally {
    await rm(packed, { recursive: true, force: true })
  }
  return createHash('sha256')
    .update(await readFile(archive))
    .digest('hex')
}

async function verify(folder: string): Promise<void> {
  await run('sha256sum', ['--check', '--strict', '--quiet', 'SHA256SUMS'], { cwd: folder }).catch((cause) => {
    throw new Error(`${folder} does not match its SHA256SUMS: ${cause.stderr}`, { cause })
  })
}

async function put(file: string, folder: string, mode: number): Promise<void> {
  const copy = join(folder, basename(file))
  await copyFile(file, copy)
  await chmod(copy, mode)
}
