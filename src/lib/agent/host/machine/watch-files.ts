import { type FSWatcher, watch } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import type { Clock } from '../../../ports/clock.ts'

interface WatchOptions {
  readonly paths: readonly string[]
  readonly clock: Pick<Clock, 'after'>
  /** How often the files are looked at, whatever the kernel reports: a minute or more. */
  readonly everyMs: number
}

/** Several reports of one change come within this time. */
const settleMs = 50

/**
 * Runs `changed` soon after one of the files has changed, appeared or gone. The folders are watched, because editors replace
 * files; what the kernel does not report, or cannot, such as in a folder that comes later, is found by looking. The result
 * ends it.
 */
export function watchFiles({ paths, clock, everyMs }: WatchOptions, changed: () => void): () => void {
  const folders = Map.groupBy(paths, (path) => dirname(path))
  const watchers = new Map<string, FSWatcher>()
  let isOver = false
  let cancelSettle: (() => void) | undefined
  let seen = snapshot(paths)

  const report = (): void => {
    cancelSettle ??= clock.after(settleMs, () => {
      cancelSettle = undefined
      seen = snapshot(paths)
      changed()
    })
  }
  const forget = (folder: string): void => {
    watchers.get(folder)?.close()
    watchers.delete(folder)
  }
  const watchFolders = (): void => {
    for (const [folder, files] of folders) {
      if (watchers.has(folder)) continue
      const names = new Set(files.map((path) => basename(path)))
      try {
        const watcher = watch(folder, (_event, name) => {
          if (name === null || names.has(name)) report()
          // The folder itself was moved or removed: another one may take its place.
          if (name === basename(folder)) forget(folder)
        })
        watchers.set(
          folder,
          watcher.on('error', () => forget(folder)),
        )
      } catch {
        // No such folder, or no more watches: looking has to do.
      }
    }
  }
  const look = async (): Promise<void> => {
    const now = await snapshot(paths)
    // Read last: what was reported meanwhile is not reported twice.
    const before = await seen
    if (isOver) return
    watchFolders()
    if (before !== now) report()
    cancelLook = clock.after(everyMs, look)
  }
  let cancelLook = clock.after(everyMs, look)
  watchFolders()
  return () => {
    isOver = true
    cancelLook()
    cancelSettle?.()
    for (const folder of [...watchers.keys()]) forget(folder)
  }
}

/** What tells a change: the same inode with the same times and size has the same content. */
async function snapshot(paths: readonly string[]): Promise<string> {
  const found = await Promise.all(paths.map((path) => stat(path, { bigint: true }).catch(() => undefined)))
  return found.map((one) => (one ? `${one.ino} ${one.size} ${one.mtimeNs} ${one.ctimeNs}` : 'absent')).join('\n')
}
