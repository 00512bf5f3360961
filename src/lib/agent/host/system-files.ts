import { constants, createReadStream } from 'node:fs'
import { access, copyFile, lstat, mkdir, open, readFile, realpath, rm, rmdir, stat, statfs } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { reading, unlessAbsent, writing } from '../../machine/refusal.ts'
import {
  removeSynced,
  renameSynced,
  sweepTemporaries,
  syncFolder,
  temporaryFor,
  writeSynced,
} from '../../machine/synced-write.ts'
import type { FoundFile, WantedFile } from '../installation/file-plan.ts'
import type { FolderOfOthers, SystemFiles, Undo } from '../ports/system-files.ts'

/** The files of the machine that this process runs on. */
export const systemFiles: SystemFiles = {
  find: (wanted) => reading(wanted.path, () => find(wanted)),
  readText: (path) => reading(path, () => unlessAbsent(readFile(path, 'utf8'))),
  put: (file, secret) => writing(file.path, () => put(file, secret)),
  makeFolder: (path, mode) =>
    writing(path, async () => {
      const missing = await missingFolders(path)
      for (const folder of missing) await mkdir(folder, { mode: folder === path ? mode : 0o755 })
      for (const folder of missing) await syncFolder(dirname(folder))
      return missing
    }),
  missingFolders: (path) => reading(path, () => missingFolders(path)),
  remove: (path) =>
    writing(path, async () => {
      await sweepTemporaries(dirname(path), basename(path))
      if ((await unlessAbsent(lstat(path))) === undefined) return false
      await removeSynced(dirname(path), [basename(path)])
      return true
    }),
  removeFolder: (path) =>
    writing(path, async () => {
      if ((await unlessAbsent(lstat(path))) === undefined) return false
      await rm(path, { recursive: true })
      await syncFolder(dirname(path))
      return true
    }),
  removeEmptyFolder: (path) => writing(path, () => removeEmpty(path)),
  async whyNotWritable(path) {
    const [outermost] = await missingFolders(path)
    const existing = outermost === undefined ? path : dirname(outermost)
    return access(`${existing}/.`, constants.W_OK).then(
      () => undefined,
      ({ code }: NodeJS.ErrnoException) => code,
    )
  },
  whoElseWrites: (path) => reading(path, () => whoElseWrites(path)),
  freeBytes: async (path) => {
    const { bavail, bsize } = await fileSystemOf(path)
    return bavail * bsize
  },
  freeInodes: async (path) => {
    const { files, ffree } = await fileSystemOf(path)
    return files === 0 ? Number.POSITIVE_INFINITY : ffree
  },
  bytesOf: (path) => reading(path, async () => (await stat(path)).size),
}

/** Of a path, or the nearest folder above it that exists. */
const fileSystemOf = (path: string) =>
  reading(path, async () => {
    const [outermost] = await missingFolders(path)
    return statfs(outermost === undefined ? path : dirname(outermost))
  })

async function find({ path, mode, content }: WantedFile): Promise<FoundFile> {
  const found = await unlessAbsent(lstat(path))
  if (found === undefined) return { kind: 'absent' }
  if (!found.isFile()) return { kind: 'other' }
  // Whoever owns a file can change it, whatever its mode.
  const sameMode = (found.mode & 0o7777) === mode && found.uid === process.geteuid?.()
  if (content.kind === 'copy') {
    const equals = sameMode && (await sameBytes(path, content.of))
    return { kind: 'file', mode: found.mode & 0o7777, equals, text: undefined }
  }
  const text = content.kind === 'secret' ? undefined : await readFile(path, 'utf8')
  const equals = sameMode && content.kind === 'text' && text === content.text
  return { kind: 'file', mode: found.mode & 0o7777, equals, text }
}

async function sameBytes(a: string, b: string): Promise<boolean> {
  const [first, second] = [await stat(a), await stat(b)]
  if (first.ino === second.ino && first.dev === second.dev) return true
  if (first.size !== second.size) return false
  const others = createReadStream(b, { highWaterMark: chunkBytes })[Symbol.asyncIterator]()
  for await (const chunk of createReadStream(a, { highWaterMark: chunkBytes })) {
    const { value } = (await others.next()) as { value?: Buffer }
    if (value === undefined || !value.equals(chunk as Buffer)) return false
  }
  return true
}

const chunkBytes = 2 ** 20

async function put({ path, mode, content }: WantedFile, secret = ''): Promise<Undo> {
  // What a killed process left: an executable is too large to stay there unnoticed.
  await sweepTemporaries(dirname(path), basename(path))
  const kept = await keep(path)
  if (content.kind === 'copy') await copySynced(content.of, path, mode)
  else await writeSynced(path, content.kind === 'text' ? content.text : secret, { mode })
  return () => writing(path, () => putBack(path, kept))
}

type Kept = { readonly bytes: Buffer; readonly mode: number } | undefined

/** What is there, to put it back. An executable is larger than that, and still only a file. */
async function keep(path: string): Promise<Kept> {
  const found = await unlessAbsent(lstat(path))
  if (found === undefined) return undefined
  return { bytes: await readFile(path), mode: found.mode & 0o7777 }
}

async function putBack(path: string, kept: Kept): Promise<void> {
  if (kept === undefined) await removeSynced(dirname(path), [basename(path)])
  else await writeSynced(path, kept.bytes, { mode: kept.mode })
}

/** A running program can be replaced so, and a reader never finds half of it. */
async function copySynced(from: string, to: string, mode: number): Promise<void> {
  const temporary = temporaryFor(to)
  try {
    await copyFile(from, temporary, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
    await using copy = await open(temporary, 'r')
    await copy.chmod(mode)
    await copy.sync()
    await renameSynced(temporary, to)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

async function missingFolders(path: string): Promise<readonly string[]> {
  if ((await unlessAbsent(stat(path))) !== undefined) return []
  return [...(await missingFolders(dirname(path))), path]
}

const stillUsed = ['ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR']

/** Debian lets this group write to /usr/local as root may (Debian policy, 9.1.2; base-passwd gives it this number). */
const staff = 50

async function whoElseWrites(path: string): Promise<FolderOfOthers | undefined> {
  const [outermost] = await missingFolders(path)
  const existing = await realpath(outermost === undefined ? path : dirname(outermost))
  const folders = existing.split('/').map((_, depth, parts) => parts.slice(0, depth + 1).join('/') || '/')
  for (const folder of existing === '/' ? ['/'] : folders) {
    const { uid, gid, mode } = await stat(folder)
    // In a folder such as /tmp, what is there already can only be replaced by its owner.
    const isKept = (mode & 0o1000) !== 0 && folder !== existing
    const others = (mode & 0o002) !== 0 || ((mode & 0o020) !== 0 && gid !== 0 && gid !== staff)
    if (uid !== 0 && uid !== process.geteuid?.()) return { path: folder, uid, gid, mode: mode & 0o7777 }
    if (others && !isKept) return { path: folder, uid, gid, mode: mode & 0o7777 }
  }
  return undefined
}

async function removeEmpty(path: string): Promise<boolean> {
  try {
    await rmdir(path)
  } catch (error) {
    if (stillUsed.includes((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
  await syncFolder(dirname(path))
  return true
}
