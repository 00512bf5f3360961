import { chmodSync, linkSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Id, Tree } from './disk.ts'

/** Makes a folder of the real disk what the tree says; `keep`: names in it that stay. */
export function restore(folder: string, tree: Tree, keep: readonly string[]): void {
  for (const name of readdirSync(folder))
    if (!keep.includes(name)) rmSync(join(folder, name), { recursive: true, force: true })
  const made = new Map<Id, string>()
  for (const [name, found] of tree) {
    const path = join(folder, name)
    if (name === '') continue
    if (found.kind === 'folder') mkdirSync(path, { mode: found.mode })
    else if (found.kind === 'link') symlinkSync(found.to, path)
    else if (made.has(found.id)) linkSync(made.get(found.id)!, path)
    else writeFileSync(path, found.bytes, { mode: found.mode })
    if (found.kind === 'file') made.set(found.id, path)
    if (found.kind !== 'link') chmodSync(path, found.mode)
  }
}
