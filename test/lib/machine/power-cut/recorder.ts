import { fstatSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { aroundFileCalls, type FileCall } from '../file-calls.ts'
import type { Change, Id, Inode, Naming, Recording } from './disk.ts'

/** What becomes of a folder of the real disk. Owners are not recorded. */
export class Recorder {
  readonly #path: string
  readonly #isKept: (path: string) => boolean
  readonly #inodes = new Map<Id, Inode>()
  readonly #changes: Change[] = []
  /** The names as they are now, of folders. */
  readonly #names = new Map<Id, Map<string, Id>>()
  readonly #open = new WeakMap<FileHandle, Id>()
  readonly #root: Id
  readonly #known: number

  /** Takes what is there as synced. `inMemory`: folders in it that are on no disk. */
  constructor(path: string, inMemory: readonly string[]) {
    this.#path = path
    this.#isKept = (one) => !inMemory.some((folder) => `${one}/`.startsWith(`${join(path, folder)}/`))
    this.#root = this.#read(path, new Map())
    this.#known = this.#inodes.size
  }

  get recording(): Recording {
    return { root: this.#root, inodes: this.#inodes, changes: this.#changes }
  }

  /** What was made, as it was then. */
  get made(): readonly Inode[] {
    return [...this.#inodes].filter(([id]) => id > this.#known).map(([, inode]) => inode)
  }

  /** A call that has succeeded, with its result. */
  note({ name, args, handle }: FileCall, result: unknown): void {
    if (handle === undefined) this.#noteNamed(name, args as [string, string], result)
    else this.#noteOpen(name, handle)
  }

  #noteNamed(name: string, [path, other]: readonly [string, string], result: unknown): void {
    if (!this.#isHere(name === 'symlink' || name === 'copyFile' ? other : path)) return
    switch (name) {
      case 'open':
        if (other === 'w') throw new Error('a file that is emptied when it is opened is not recorded')
        this.#opened(path, result as FileHandle)
        return
      case 'mkdir':
        this.#madeFolders(path)
        return
      case 'symlink':
        this.#name(other, this.#add({ kind: 'link', to: path }))
        return
      case 'link':
        this.#name(other, this.#idOf(path)!)
        return
      case 'rename':
        this.#renamed(path, other)
        return
      case 'rm':
      case 'rmdir':
      case 'unlink':
        if (this.#idOf(path) !== undefined) this.#name(path, undefined)
        return
      case 'copyFile':
        this.#copied(other)
        return
      default:
        throw new Error(`${name} of ${path} is not recorded`)
    }
  }

  #noteOpen(name: string, handle: FileHandle): void {
    const of = this.#open.get(handle)
    if (of === undefined) return
    switch (name) {
      case 'sync':
        this.#changes.push({ kind: 'sync', of })
        return
      case 'chmod':
        this.#changes.push({ kind: 'mode', of, mode: fstatSync(handle.fd).mode & 0o7777 })
        return
      case 'chown':
        return
      case 'writeFile':
      case 'truncate':
        this.#changes.push({ kind: 'bytes', of, bytes: readFileSync(`/proc/self/fd/${handle.fd}`) })
        return
      default:
        throw new Error(`${name} of an open file is not recorded`)
    }
  }

  #opened(path: string, handle: FileHandle): void {
    const known = this.#idOf(path)
    const id = known ?? this.#add({ kind: 'file', mode: fstatSync(handle.fd).mode & 0o7777, bytes: Buffer.alloc(0) })
    if (known === undefined) this.#name(path, id)
    this.#open.set(handle, id)
  }

  #copied(path: string): void {
    const of = this.#add({ kind: 'file', mode: lstatSync(path).mode & 0o7777, bytes: Buffer.alloc(0) })
    this.#name(path, of)
    this.#changes.push({ kind: 'bytes', of, bytes: readFileSync(path) })
  }

  #madeFolders(path: string): void {
    if (this.#idOf(path) !== undefined) return
    this.#madeFolders(dirname(path))
    this.#name(path, this.#add({ kind: 'folder', mode: lstatSync(path).mode & 0o7777, names: new Map() }))
  }

  /** Between two folders, it is one file with two names until both are on the disk. */
  #renamed(from: string, to: string): void {
    const is = this.#idOf(from)!
    if (dirname(from) === dirname(to)) this.#change([this.#naming(to, is), this.#naming(from, undefined)])
    else {
      this.#name(to, is)
      this.#change([this.#naming(from, undefined)], this.#changes.at(-1)!)
    }
  }

  #name(path: string, is: Id | undefined): void {
    this.#change([this.#naming(path, is)])
  }

  #naming(path: string, is: Id | undefined): Naming {
    return { folder: this.#idOf(dirname(path))!, name: basename(path), is }
  }

  #change(namings: readonly Naming[], after?: Change): void {
    this.#changes.push({ kind: 'names', namings, ...(after && { after }) })
    for (const { folder, name, is } of namings)
      if (is === undefined) this.#names.get(folder)!.delete(name)
      else this.#names.get(folder)!.set(name, is)
  }

  #isHere(path: string): boolean {
    return `${path}/`.startsWith(`${this.#path}/`) && this.#isKept(path)
  }

  #idOf(path: string): Id | undefined {
    if (path === this.#path) return this.#root
    const folder = this.#idOf(dirname(path))
    return folder === undefined ? undefined : this.#names.get(folder)?.get(basename(path))
  }

  #add(inode: Inode): Id {
    const id = this.#inodes.size + 1
    this.#inodes.set(id, inode)
    if (inode.kind === 'folder') this.#names.set(id, new Map(inode.names))
    return id
  }

  /** `known`: by their numbers on the real disk, where a file can have several names. */
  #read(path: string, known: Map<number, Id>): Id {
    const found = lstatSync(path)
    const mode = found.mode & 0o7777
    const before = known.get(found.ino)
    if (before !== undefined) return before
    const names = (): ReadonlyMap<string, Id> =>
      new Map(
        readdirSync(path)
          .filter((name) => this.#isKept(join(path, name)))
          .map((name) => [name, this.#read(join(path, name), known)]),
      )
    const id = found.isDirectory()
      ? this.#add({ kind: 'folder', mode, names: names() })
      : found.isSymbolicLink()
        ? this.#add({ kind: 'link', to: readlinkSync(path) })
        : this.#add({ kind: 'file', mode, bytes: readFileSync(path) })
    known.set(found.ino, id)
    return id
  }
}

let recorder: Recorder | undefined

await aroundFileCalls((call, proceed) => {
  const result = proceed()
  if (result instanceof Promise) return noted(call, result)
  return result
})

async function noted(call: FileCall, result: Promise<unknown>): Promise<unknown> {
  const value = await result
  recorder?.note(call, value)
  return value
}

/** What `act` does to a folder of the real disk. */
export async function recorded(
  { folder, inMemory }: { readonly folder: string; readonly inMemory: readonly string[] },
  act: () => Promise<unknown>,
): Promise<Recorder> {
  const one = new Recorder(folder, inMemory)
  recorder = one
  try {
    await act()
  } finally {
    recorder = undefined
  }
  return one
}
