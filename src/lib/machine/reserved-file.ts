import { constants } from 'node:fs'
import { type FileHandle, link, open, rename, rm } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { unlessAbsent } from './refusal.ts'
import { removeSynced, syncFolder, writeSynced } from './synced-write.ts'

/**
 * A small text file that can be replaced even when the disk is full: its next content goes into a spare file of the same
 * size, which is there already, and the two change their names. Replaced as a whole or not at all, as by writeSynced.
 * Both are filled up with spaces, so that the text must allow them at its end.
 */
export class ReservedFile {
  readonly path: string
  readonly #size: number

  constructor(path: string, size: number) {
    this.path = path
    this.#size = size
  }

  get #spare(): string {
    return `${this.path}.spare`
  }

  get #last(): string {
    return `${this.path}.last`
  }

  async write(text: string): Promise<void> {
    const bytes = this.#padded(text)
    if (!(await this.#fillSpare(bytes))) await writeSynced(this.#spare, bytes, { mode: 0o600 })
    // A second name keeps the room of the old content, which becomes the spare.
    await rm(this.#last, { force: true })
    const kept = await link(this.path, this.#last).then(
      () => true,
      () => false,
    )
    await rename(this.#spare, this.path)
    if (kept) await rename(this.#last, this.#spare)
    await syncFolder(dirname(this.path))
    // The first write makes both, while there is room.
    if (!kept) await writeSynced(this.#spare, bytes, { mode: 0o600 }).catch(() => undefined)
  }

  async remove(): Promise<void> {
    await removeSynced(
      dirname(this.path),
      [this.path, this.#last, this.#spare].map((path) => basename(path)),
    )
  }

  #padded(text: string): Buffer {
    const length = Buffer.byteLength(text)
    const bytes = Buffer.alloc(Math.ceil((length + 1) / this.#size) * this.#size, ' ')
    bytes.write(text)
    bytes.write('\n', bytes.length - 1)
    return bytes
  }

  /** Writes over the spare, within its room. False when there is none, or it has another size. */
  async #fillSpare(bytes: Buffer): Promise<boolean> {
    const flags = constants.O_RDWR | constants.O_NOFOLLOW
    const file = (await unlessAbsent(open(this.#spare, flags))) ?? (await this.#regainSpare(flags))
    if (file === undefined) return false
    try {
      const { size, nlink } = await file.stat()
      // With a second name it is the content that is read.
      if (size !== bytes.length || nlink !== 1) return false
      await file.writeFile(bytes)
      await file.sync()
      return true
    } finally {
      await file.close()
    }
  }

  /** A write that was interrupted between its renames left the spare under its other name. */
  async #regainSpare(flags: number): Promise<FileHandle | undefined> {
    if ((await unlessAbsent(rename(this.#last, this.#spare).then(() => true))) === undefined) return undefined
    return open(this.#spare, flags)
  }
}
