import { lstat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { unlessAbsent, writing } from '../../../machine/refusal.ts'
import { sha256 } from '../../../machine/sha256.ts'
import { type FileAttributes, removeSynced, writeSynced } from '../../../machine/synced-write.ts'
import { readOwnFile } from '../state-folder/own-file.ts'

export interface OriginalCopy {
  readonly bytes: Uint8Array
  readonly sha256: string
}

/** Where people find the node's own file while a document is in its place. */
export const siblingOfLive = (live: string): string => `${live}.kubeletcfg-original`

/**
 * The local content, kept twice: in the state folder, and beside the live file, where it survives the loss of the state
 * folder, and where people find it.
 */
export class OriginalCopies {
  readonly #own: string

  /** `folder`: in the state folder. */
  constructor(folder: string) {
    this.#own = join(folder, 'original')
  }

  siblings(live: string): string {
    return siblingOfLive(live)
  }

  async write(live: string, bytes: Uint8Array, attributes: FileAttributes): Promise<void> {
    await writing(this.#own, () => writeSynced(this.#own, bytes, { mode: 0o600 }))
    await writing(this.siblings(live), () => writeSynced(this.siblings(live), bytes, attributes))
  }

  /**
   * The first that is intact: has this SHA-256, or any content when that is not known. `others`: where such a content may be,
   * too.
   */
  async find(live: string, digest?: string, others: readonly string[] = []): Promise<OriginalCopy | undefined> {
    for (const path of [this.#own, this.siblings(live), ...others]) {
      const bytes = await readOwnFile(path).catch(() => undefined)
      const found = bytes && { bytes, sha256: sha256(bytes) }
      if (found !== undefined && (digest === undefined || found.sha256 === digest)) return found
    }
    return undefined
  }

  async remove(live: string): Promise<void> {
    for (const path of [this.siblings(live), this.#own])
      await writing(path, async () => {
        if ((await unlessAbsent(lstat(path))) !== undefined) await removeSynced(dirname(path), [basename(path)])
      })
  }
}
