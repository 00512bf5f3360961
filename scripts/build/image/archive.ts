import { buffer } from 'node:stream/consumers'
import { pack } from 'tar-stream'

/** A file, a link or a folder of an archive. Its path has no slash before it. */
export type Entry =
  | { readonly path: string; readonly bytes: Uint8Array; readonly mode?: number }
  | { readonly path: string; readonly link: string }
  | { readonly path: string; readonly folder: true; readonly mode?: number }

/** A tar archive that belongs to root, with the folders that its entries need. */
export async function archive(entries: readonly Entry[], mtime: Date): Promise<Buffer> {
  const tar = pack()
  const content = buffer(tar)
  for (const entry of [...foldersFor(entries), ...entries]) {
    const { path: name } = entry
    if ('link' in entry) tar.entry({ name, mtime, mode: 0o777, type: 'symlink', linkname: entry.link })
    else if ('folder' in entry) tar.entry({ name, mtime, mode: entry.mode ?? 0o755, type: 'directory' })
    else tar.entry({ name, mtime, mode: entry.mode ?? 0o644 }, Buffer.from(entry.bytes))
  }
  tar.finalize()
  return content
}

function foldersFor(entries: readonly Entry[]): readonly Entry[] {
  const folders = new Set<string>()
  for (const { path } of entries)
    for (let end = path.indexOf('/'); end > 0; end = path.indexOf('/', end + 1)) folders.add(path.slice(0, end))
  return [...folders].toSorted().map((path) => ({ path, folder: true }))
}
