import { sha256 } from '../../../machine/sha256.ts'
import type { Moment } from '../../model/instant.ts'
import type { ApplyMode, LiveConfig, LiveReading } from '../../ports/live-config.ts'
import { type Beside, othersDigest } from './beside.ts'
import { type LivePath, LiveSpot } from './live-spot.ts'
import { type LiveRecord, type LocalContent, withWritten } from './local-content.ts'
import type { OwnFileBackup } from './own-file-backup.ts'
import type { RecordFile } from './record-file.ts'

interface LiveFileOptions extends LivePath {
  readonly record: RecordFile
  readonly keeper: OwnFileBackup
  /** What else the kubelet reads. */
  readonly beside: Beside
  moment(): Moment
}

/** Content that waits beside the live file, so that even a full disk takes it. All paths are the host's. */
export interface Prepared {
  /** The file that is to be replaced. */
  readonly target: string
  readonly prepared: string
  readonly content:
    | { readonly kind: 'file'; readonly bytes: Uint8Array }
    | { readonly kind: 'absent' }
    | { readonly kind: 'link'; readonly target: string }
}

interface Observation {
  /** Of the file, in the wall clock of then: it only tells changes apart. */
  readonly time: number
  /** Both in milliseconds since the boot. */
  readonly changedAtMs: number
  readonly lookedAtMs: number
}

type Kept = LiveRecord & { readonly local: LocalContent }

/** The live file on this machine. Each act is recorded before it is done, and can be done again. */
export class LiveFile implements LiveConfig {
  readonly mode: ApplyMode
  readonly path: string
  readonly #of: LiveFileOptions
  #sight: Observation | undefined

  constructor(options: LiveFileOptions) {
    this.mode = options.mode
    this.path = options.path
    this.#of = options
  }

  async read(): Promise<LiveReading> {
    const spot = await this.#spot()
    const record = await this.#of.record.read()
    const seenAt = await this.#changeSeen(spot)
    const bytes = await spot.read()
    const digest = bytes && sha256(bytes)
    const content = await this.#contentOf(spot, digest, record)
    const at = content === 'ours' ? record.written.find((one) => one.sha256 === digest) : record.restored
    const isRecorded = at !== undefined && content !== 'foreign'
    const changedAtMs = isRecorded ? this.#inThisBoot(at) : seenAt
    return { sha256: digest, content, others: await othersDigest(this.#of), changedAtMs }
  }

  async readBytes(): Promise<Uint8Array | undefined> {
    return (await this.#spot()).read()
  }

  async write(document: Uint8Array): Promise<void> {
    const spot = await this.#spot()
    const kept = await this.#keepLocal(spot)
    const { bootId, uptimeMs } = this.#of.moment()
    await this.#of.record.write(withWritten(kept, { sha256: sha256(document), bootId, uptimeMs }))
    await spot.put(document, await this.#of.keeper.attributes(spot, kept.local))
  }

  async restoreLocal(): Promise<void> {
    const spot = await this.#spot()
    const kept = await this.#keepLocal(spot)
    const { bootId, uptimeMs } = this.#of.moment()
    await this.#of.record.write({ ...kept, holds: 'local', restored: { bootId, uptimeMs } })
    await this.#of.keeper.putBack(spot, kept.local)
  }

  async captureLocal(): Promise<void> {
    const spot = await this.#spot()
    const { content } = await this.read()
    // Never our own output.
    if (content !== 'ours') await this.#capture(spot, await this.#of.record.read())
  }

  async readLocal(): Promise<Uint8Array | undefined> {
    const { local } = await this.#of.record.read()
    return this.#of.keeper.read(await this.#spot(), local)
  }

  /** Has the good content ready beside the live file, until forgetPrepared(). */
  async prepare(good: Uint8Array | 'local'): Promise<Prepared> {
    const spot = await this.#spot()
    const { local } = await this.#keepLocal(spot)
    const place = { target: spot.target, prepared: spot.prepared }
    const isOriginal = good === 'local' && local.kind === 'file'
    // What waits there may be the last copy.
    const original = isOriginal ? await this.#of.keeper.copyOf(spot, local) : undefined
    await this.forgetPrepared()
    if (good === 'local' && local.kind === 'absent') return { ...place, content: local }
    if (good === 'local' && local.kind === 'link') {
      await spot.prepareLink(local.target)
      return { ...place, content: local }
    }
    const bytes = original ?? (good as Uint8Array)
    await spot.prepare(bytes, isOriginal ? local.attributes : await this.#of.keeper.attributes(spot, local))
    return { ...place, content: { kind: 'file', bytes } }
  }

  /** Once nothing waits there, nothing of ours is left beside the live file but the original. */
  async forgetPrepared(): Promise<void> {
    const spot = await this.#spot()
    await spot.forgetPrepared()
    await this.#of.keeper.sweep(spot)
  }

  /** Puts the local content back, and removes everything of ours beside it. */
  async leave(): Promise<void> {
    const { local } = await this.#of.record.read()
    if (local !== undefined || (await this.read()).content === 'ours') await this.restoreLocal()
    const spot = await this.#spot()
    await spot.forgetPrepared()
    await this.#of.keeper.forget(spot)
    await this.#of.record.remove()
  }

  #spot(): Promise<LiveSpot> {
    return LiveSpot.of(this.#of)
  }

  async #contentOf(
    spot: LiveSpot,
    digest: string | undefined,
    { local, written, holds }: LiveRecord,
  ): Promise<LiveReading['content']> {
    const { keeper } = this.#of
    if (local === undefined) return (await keeper.isThereUnrecorded(spot, digest)) ? 'local' : 'ours'
    const isOurs = written.some((one) => one.sha256 === digest)
    const isLocal = await keeper.isThere(spot, digest, local)
    if (isOurs && isLocal) return holds === 'local' ? 'local' : 'ours'
    if (isLocal) return 'local'
    return isOurs ? 'ours' : 'foreign'
  }

  #inThisBoot({ bootId, uptimeMs }: { readonly bootId: string; readonly uptimeMs: number }): number | undefined {
    return bootId === this.#of.moment().bootId ? uptimeMs : undefined
  }

  /**
   * When others changed it, since the boot. The time of a file is one of the wall clock as it was then, so it counts once, at
   * the first look that sees it, and between that look and the one before: setting the clock later changes nothing.
   */
  async #changeSeen(spot: LiveSpot): Promise<number | undefined> {
    const { uptimeMs, wallMs } = this.#of.moment()
    const time = (await spot.changedAt()) ?? 0
    const before = this.#sight
    const at = uptimeMs - (wallMs - time)
    const changedAtMs =
      before?.time === time ? before.changedAtMs : Math.min(Math.max(at, before?.lookedAtMs ?? at), uptimeMs)
    this.#sight = { time, changedAtMs, lookedAtMs: uptimeMs }
    return changedAtMs < 0 ? undefined : changedAtMs
  }

  /** Before anything of ours is written: once. */
  async #keepLocal(spot: LiveSpot): Promise<Kept> {
    const record = await this.#of.record.read()
    return record.local === undefined ? this.#capture(spot, record) : { ...record, local: record.local }
  }

  async #capture(spot: LiveSpot, record: LiveRecord): Promise<Kept> {
    const local = await this.#of.keeper.capture(spot, record.local)
    const kept: Kept = { ...record, local, holds: 'local', restored: undefined }
    await this.#of.record.write(kept)
    return kept
  }
}
