import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { reading, writing } from '../../../machine/refusal.ts'
import { sha256 } from '../../../machine/sha256.ts'
import { removeSynced, sweepTemporaries, writeSynced } from '../../../machine/synced-write.ts'
import type { Moment } from '../../model/instant.ts'
import type { Rescue, RescueOrders, RescueReport } from '../../ports/rescue.ts'
import type { LiveFile } from '../live-config/live-file.ts'
import { readOwnFile } from '../state-folder/own-file.ts'
import { quarantine } from '../state-folder/quarantine.ts'
import { ownFolder, stateFolderNames } from '../state-folder/state-folder.ts'
import { type Counts, countsText, type Good, type OrdersRead, ordersText, readCounts, readOrders } from './orders.ts'

/** On a file system in memory: a full or broken disk must not keep starts from being counted. */
export const countsPath = '/run/kubeletcfg/starts'

export interface ScriptRescueOptions {
  /** An open state folder. */
  readonly stateFolder: string
  readonly live: LiveFile
  /** The unit of the kubelet. */
  readonly unit: string
  /** The kubelet's root directory, a path of the host. */
  readonly kubeletRoot: string
  /** Where the root folder of the host is; `/` outside of a container. */
  readonly root: string
  /** A path of the host. */
  readonly counts?: string
  moment(): Moment
}

/** The agent's side of rescue.sh. */
export class ScriptRescue implements Rescue {
  readonly #of: ScriptRescueOptions
  readonly #folder: string
  readonly #counts: string

  constructor(options: ScriptRescueOptions) {
    this.#of = options
    this.#folder = join(options.stateFolder, stateFolderNames.rescue)
    this.#counts = options.counts ?? countsPath
  }

  async arm({ checkpoint, good, threshold }: RescueOrders): Promise<void> {
    const { unit, live, kubeletRoot } = this.#of
    const { target, prepared, content } = await live.prepare(good)
    const keep = content.kind === 'file' ? await this.#saveGood(content.bytes) : undefined
    await this.#removeCounts()
    const text = ordersText({
      checkpoint,
      threshold,
      unit,
      live: target,
      prepared,
      good: keep === undefined ? (content as Good) : { kind: 'file', sha256: keep },
      root: kubeletRoot,
      counts: this.#counts,
    })
    await writing(this.#orders, () => writeSynced(this.#orders, text, { mode: 0o600 }))
    await this.#forgetGood(keep)
  }

  async disarm(): Promise<void> {
    await writing(this.#orders, () => removeSynced(this.#folder, [basename(this.#orders)]))
    await this.#removeCounts()
    await this.#forgetGood(undefined)
    await this.#of.live.forgetPrepared()
  }

  async report(): Promise<RescueReport | undefined> {
    const mark = await this.#read(this.#mark)
    if (mark !== undefined) {
      const { checkpoint, threshold, starts = threshold, bootId } = mark
      return { checkpoint, starts, rescued: true, bootId }
    }
    const orders = await this.#read(this.#orders)
    if (orders === undefined) return undefined
    const starts = (await this.#countsNow(orders.counts))?.starts ?? 0
    return { checkpoint: orders.checkpoint, starts, rescued: false }
  }

  async acknowledge(): Promise<void> {
    await writing(this.#mark, () => removeSynced(this.#folder, [basename(this.#mark)]))
  }

  async forgetStarts(): Promise<void> {
    const orders = await this.#read(this.#orders)
    const counted = orders && (await this.#countsNow(orders.counts))
    if (counted === undefined || counted.starts === 0) return
    const path = this.#inRoot(orders!.counts)
    await writing(path, () => writeSynced(path, countsText({ ...counted, starts: 0 }), { mode: 0o600 }))
  }

  get #orders(): string {
    return join(this.#folder, 'orders')
  }

  get #mark(): string {
    return join(this.#folder, 'mark')
  }

  #inRoot(path: string): string {
    return join(this.#of.root, path)
  }

  /** Torn ones are put aside: the script does not obey them either. */
  async #read(path: string): Promise<OrdersRead | undefined> {
    const bytes = await readOwnFile(path)
    const read = bytes && readOrders(bytes.toString())
    if (bytes !== undefined && read === undefined) await quarantine(this.#of.stateFolder, path)
    return read
  }

  async #countsNow(path: string): Promise<Counts | undefined> {
    const bytes = await readOwnFile(this.#inRoot(path))
    const counted = bytes && readCounts(bytes.toString())
    return counted?.bootId === this.#of.moment().bootId ? counted : undefined
  }

  /** Named by their content: until the new orders are there, the old ones still find theirs. */
  async #saveGood(bytes: Uint8Array): Promise<string> {
    const digest = sha256(bytes)
    const path = join(this.#folder, goodName(digest))
    await writing(path, () => writeSynced(path, bytes, { mode: 0o600 }))
    return digest
  }

  async #forgetGood(keep: string | undefined): Promise<void> {
    const names = await reading(this.#folder, () => readdir(this.#folder))
    const gone = names.filter(
      (name) => name.startsWith(goodName('')) && (keep === undefined || name !== goodName(keep)),
    )
    await writing(this.#folder, async () => {
      await removeSynced(this.#folder, gone)
      await sweepTemporaries(this.#folder)
    })
  }

  async #removeCounts(): Promise<void> {
    const path = this.#inRoot(this.#counts)
    await ownFolder(dirname(path))
    await writing(path, () => removeSynced(dirname(path), [basename(path)]))
  }
}

const goodName = (digest: string): string => `good-${digest}`
