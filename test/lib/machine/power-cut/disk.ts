/** Of a file, a folder or a link, whatever its names are. */
export type Id = number

export type Inode =
  | { readonly kind: 'folder'; readonly mode: number; readonly names: ReadonlyMap<string, Id> }
  | { readonly kind: 'file'; readonly mode: number; readonly bytes: Buffer }
  | { readonly kind: 'link'; readonly to: string }

export interface Naming {
  readonly folder: Id
  readonly name: string
  /** undefined: nothing has this name any more. */
  readonly is: Id | undefined
}

/** What a program did to a disk. */
export type Change =
  /** All of it at once, in one folder. `after`: another change that is on the disk before this one. */
  | { readonly kind: 'names'; readonly namings: readonly Naming[]; readonly after?: Change }
  /** All that the file has then. */
  | { readonly kind: 'bytes'; readonly of: Id; readonly bytes: Buffer }
  | { readonly kind: 'mode'; readonly of: Id; readonly mode: number }
  /** fsync(2): what was done to it before is on the disk. */
  | { readonly kind: 'sync'; readonly of: Id }

type Names = Extract<Change, { kind: 'names' }>

/** A disk as it is found after a loss of power, by path. Two names of one file have the same `id`. */
export type Tree = ReadonlyMap<
  string,
  (Exclude<Inode, { kind: 'folder' }> & { readonly id: Id }) | { readonly kind: 'folder'; readonly mode: number }
>

export interface Recording {
  readonly root: Id
  /** What was on the disk before, and what was made since: empty, as it was made. */
  readonly inodes: ReadonlyMap<Id, Inode>
  readonly changes: readonly Change[]
}

/** With more changes of names in doubt, at most two of them are lost, or at most two are not. */
const mostNames = 8

/**
 * Every state that the disk may have when the power is cut after the first `length` changes. What was synced is there. Of all
 * else, any part may be: names and contents apart, so that a new name can lead to a file without its content, or with half of
 * it. POSIX promises no more (fsync(2), rename(2)); that a rename is atomic within a folder, and that of two changes of
 * the same name the later one wins, is what all file systems of nodes do.
 */
export function* statesAfter(length: number, { root, inodes, changes }: Recording): Generator<Tree> {
  const done = changes.slice(0, length)
  const syncs = new Map(done.flatMap((change, at) => (change.kind === 'sync' ? [[change.of, at] as const] : [])))
  const isSynced = (of: Id, since: number): boolean => (syncs.get(of) ?? -1) > since
  const names = done.flatMap((change, at) => (change.kind === 'names' ? [{ change, at }] : []))
  const inDoubt = names.filter(({ change, at }) => !isSynced(change.namings[0]!.folder, at)).map(({ change }) => change)
  const contents = new Map([...inodes].map(([id, inode]) => [id, contentsOf(id, inode, done, isSynced)]))
  for (const lost of subsetsOf(inDoubt)) {
    const there = names.map(({ change }) => change).filter((change) => !lost.has(change))
    if (there.some(({ after }) => after !== undefined && lost.has(after as Names))) continue
    const found = inodesWith(there, inodes)
    for (const choice of choicesOf(reachable(root, found), (id) => contents.get(id)!))
      yield treeOf(root, new Map([...found, ...choice]))
  }
}

function* subsetsOf(changes: readonly Names[]): Generator<ReadonlySet<Names>> {
  if (changes.length > mostNames) {
    for (const few of fewOf(changes)) yield* [new Set(few), new Set(changes).difference(new Set(few))]
    return
  }
  for (let bits = 0; bits < 2 ** changes.length; bits++) yield new Set(changes.filter((_, i) => (bits >> i) % 2 === 1))
}

/** None of them, one, or two. */
const fewOf = (changes: readonly Names[]): readonly (readonly Names[])[] => [
  [],
  ...changes.flatMap((one, i) => [[one], ...changes.slice(0, i).map((other) => [one, other])]),
]

function inodesWith(changes: readonly Names[], inodes: ReadonlyMap<Id, Inode>): ReadonlyMap<Id, Inode> {
  const found = new Map(inodes)
  for (const { namings } of changes)
    for (const { folder, name, is } of namings) {
      const inode = found.get(folder) as Extract<Inode, { kind: 'folder' }>
      const names = new Map(inode.names)
      if (is === undefined) names.delete(name)
      else names.set(name, is)
      found.set(folder, { ...inode, names })
    }
  return found
}

function reachable(id: Id, inodes: ReadonlyMap<Id, Inode>): readonly Id[] {
  const inode = inodes.get(id)!
  return inode.kind === 'folder'
    ? [...new Set([...inode.names.values()].flatMap((one) => reachable(one, inodes)))]
    : [id]
}

/** What a file may have: its content as it was synced last, or any later one, or a part of that; the same with its mode. */
function contentsOf(
  id: Id,
  inode: Inode,
  done: readonly Change[],
  isSynced: (of: Id, since: number) => boolean,
): readonly Inode[] {
  if (inode.kind !== 'file') return [inode]
  let [contents, modes] = [[inode.bytes], [inode.mode]]
  for (const [i, change] of done.entries()) {
    if (change.kind === 'mode' && change.of === id) modes = isSynced(id, i) ? [change.mode] : [...modes, change.mode]
    if (change.kind !== 'bytes' || change.of !== id) continue
    const { bytes } = change
    if (isSynced(id, i)) contents = [bytes]
    else contents = [...contents, ...partsOf(bytes, contents.at(-1)!), bytes]
  }
  return contents.flatMap((bytes) => modes.map((mode) => ({ kind: 'file', bytes, mode }) as const))
}

/** Half of it over what was there, and its length alone. */
function partsOf(bytes: Buffer, before: Buffer): readonly Buffer[] {
  const half = Math.floor(bytes.length / 2)
  return [Buffer.concat([bytes.subarray(0, half), before.subarray(half)]), Buffer.alloc(bytes.length)]
}

/** Each way to give each of them one of its contents. */
function* choicesOf(ids: readonly Id[], of: (id: Id) => readonly Inode[]): Generator<ReadonlyMap<Id, Inode>> {
  const [id, ...others] = ids
  if (id === undefined) return void (yield new Map())
  for (const inode of of(id)) for (const rest of choicesOf(others, of)) yield new Map([[id, inode], ...rest])
}

function treeOf(root: Id, inodes: ReadonlyMap<Id, Inode>): Tree {
  const tree = new Map<string, Tree extends ReadonlyMap<string, infer T> ? T : never>()
  const walk = (id: Id, path: string): void => {
    const inode = inodes.get(id)!
    if (inode.kind !== 'folder') return void tree.set(path, { ...inode, id })
    tree.set(path, { kind: 'folder', mode: inode.mode })
    for (const [name, one] of inode.names) walk(one, `${path}/${name}`)
  }
  walk(root, '')
  return tree
}
