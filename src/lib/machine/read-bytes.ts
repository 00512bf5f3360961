import { type BigIntStats, closeSync, constants, createReadStream, fstatSync, openSync, readSync } from 'node:fs'
import { readlink } from 'node:fs/promises'
import { Socket } from 'node:net'
import { addAbortSignal, type Readable } from 'node:stream'
import { Failure } from '../message/failure.ts'
import {
  FileChangedWhileRead,
  FileForbidden,
  FileNotFound,
  FileNotReadable,
  FolderNotFile,
  type HostFact,
  LinkBroken,
} from './host-messages.ts'

interface Limits {
  readonly signal: AbortSignal
  readonly maxBytes: number
}

/**
 * The bytes of a file, or of stdin for `-`. Reads at most maxBytes + 1 bytes, so that the caller can detect a larger
 * file. Rejects with Failure 'invalid' when the operating system refuses.
 */
export async function readBytes(path: string | Buffer, limits: Limits): Promise<Uint8Array> {
  const { signal } = limits
  try {
    signal.throwIfAborted()
    return path === '-' ? await collect(process.stdin, limits) : await readFile(path, limits)
  } catch (error) {
    signal.throwIfAborted()
    throw (await brokenLink(path, error)) ?? explain(error)
  }
}

/** Opens without blocking: a wait for the other end of a pipe in open(2) or read(2) could not be interrupted. */
async function readFile(path: string | Buffer, limits: Limits): Promise<Uint8Array> {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  const stats = fstatSync(fd, { bigint: true })
  // Files in /proc and the like report size 0 until they are read.
  if (stats.isFile() && stats.size > 0n) return readRegular(fd, stats, limits)
  return collect(stats.isFIFO() ? new Socket({ fd }) : createReadStream(path, { fd }), limits)
}

/**
 * Rejects when the file changes meanwhile, so that old and new parts are never mixed. Reads synchronously, which is
 * faster for a thousand small files; signals and timers run before each file.
 */
async function readRegular(fd: number, before: BigIntStats, { maxBytes }: Limits): Promise<Uint8Array> {
  try {
    const expected = Math.min(Number(before.size), maxBytes + 1)
    const buffer = Buffer.allocUnsafe(expected)
    await new Promise((resolve) => setImmediate(resolve))
    let length = 0
    for (let bytesRead = -1; bytesRead !== 0 && length < expected; length += bytesRead)
      bytesRead = readSync(fd, buffer, length, expected - length, length)
    const after = fstatSync(fd, { bigint: true })
    if (length < expected || after.size !== before.size || after.mtimeNs !== before.mtimeNs)
      throw new Failure('invalid', FileChangedWhileRead())
    return buffer
  } finally {
    closeSync(fd)
  }
}

async function collect(stream: Readable, { signal, maxBytes }: Limits): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of addAbortSignal(signal, stream)) {
    chunks.push(chunk)
    size += chunk.length
    if (size > maxBytes) break
  }
  signal.throwIfAborted()
  return Buffer.concat(chunks).subarray(0, maxBytes + 1)
}

/** The same error as `no such file`: nothing else tells that the name is there, and what it leads to is not. */
async function brokenLink(path: string | Buffer, error: unknown): Promise<Failure | undefined> {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return undefined
  const target = await readlink(path).catch(() => undefined)
  return target === undefined ? undefined : new Failure('invalid', LinkBroken({ target }), { cause: error })
}

const refusals: Readonly<Record<string, () => HostFact>> = {
  ENOENT: FileNotFound,
  ENOTDIR: FileNotFound,
  EISDIR: FolderNotFile,
  EACCES: FileForbidden,
}

/** A refusal of the operating system as a Failure 'invalid'; any other error unchanged. */
export function explain(error: unknown): unknown {
  const { code: errno, syscall } = error as NodeJS.ErrnoException
  if (errno === undefined || syscall === undefined) return error
  const fact = refusals[errno]?.() ?? FileNotReadable({ errno })
  return new Failure('invalid', fact, { cause: error })
}
