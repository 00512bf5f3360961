import { lstat, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { reading, unlessAbsent, writing } from '../../machine/refusal.ts'
import { syncFolder, writeSynced } from '../../machine/synced-write.ts'
import type { StateFiles } from '../ports/kubelet-service.ts'

/**
 * The names are all that is remembered, so that the rescue can put the files back with nothing but mv and rm, also on a
 * full disk: `X.kubeletcfg-aside` was X, and an empty `X.kubeletcfg-none` means that there was no X.
 */
const [asideSuffix, noneSuffix] = ['.kubeletcfg-aside', '.kubeletcfg-none']

const stateFileName = /^[a-z][a-z0-9_-]*$/

/** The state files in the kubelet's root directory. */
export class KubeletStateFiles implements StateFiles {
  readonly #folder: string

  /** Such as /var/lib/kubelet, as this process sees it. */
  constructor(folder: string) {
    this.#folder = folder
  }

  moveAside(names: readonly string[]): Promise<void> {
    return this.#changingEach(names, (path) => this.#moveAside(path))
  }

  async #moveAside(path: string): Promise<void> {
    // What is aside already was there under the last good configuration; a newer file is not.
    const isAside = (await isThere(path + asideSuffix)) || (await isThere(path + noneSuffix))
    if (isAside) await rm(path, { force: true })
    else if (await isThere(path)) await rename(path, path + asideSuffix)
    else await writeSynced(path + noneSuffix, '', { mode: 0o600 })
  }

  remove(names: readonly string[]): Promise<void> {
    return this.#changingEach(names, (path) => rm(path, { force: true }))
  }

  putBack(): Promise<void> {
    return this.#changing(async () => {
      for (const name of await this.#namesWith(asideSuffix))
        await rename(join(this.#folder, name + asideSuffix), join(this.#folder, name))
      const without = await this.#namesWith(noneSuffix)
      for (const name of without) await rm(join(this.#folder, name), { force: true })
      // After a loss of power, what says that there was no file must not be gone before the file.
      if (without.length > 0) await syncFolder(this.#folder)
      for (const name of without) await rm(join(this.#folder, name + noneSuffix), { force: true })
    })
  }

  discard(): Promise<void> {
    return this.#changing(async () => {
      for (const suffix of [asideSuffix, noneSuffix])
        for (const name of await this.#namesWith(suffix)) await rm(join(this.#folder, name + suffix), { force: true })
    })
  }

  names(): Promise<readonly string[]> {
    return reading(this.#folder, async () => [
      ...(await this.#namesWith(asideSuffix)),
      ...(await this.#namesWith(noneSuffix)),
    ])
  }

  async #namesWith(suffix: string): Promise<readonly string[]> {
    const names = (await unlessAbsent(readdir(this.#folder))) ?? []
    return names
      .filter((name) => name.endsWith(suffix))
      .map((name) => name.slice(0, -suffix.length))
      .filter((name) => stateFileName.test(name))
  }

  async #changingEach(names: readonly string[], change: (path: string) => Promise<void>): Promise<void> {
    for (const name of names) if (!stateFileName.test(name)) throw new Error(`not a state file: ${name}`)
    await this.#changing(async () => {
      for (const name of names) await change(join(this.#folder, name))
    })
  }

  #changing(act: () => Promise<void>): Promise<void> {
    return writing(this.#folder, async () => {
      await act()
      if (await isThere(this.#folder)) await syncFolder(this.#folder)
    })
  }
}

const isThere = async (path: string): Promise<boolean> => (await unlessAbsent(lstat(path))) !== undefined
