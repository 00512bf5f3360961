import { sha256 } from '../../../machine/sha256.ts'
import type { Moment } from '../../model/instant.ts'
import type { ApplyMode, LiveConfig, LiveReading } from '../../ports/live-config.ts'
import { type LivePath, LiveTarget } from './live-target.ts'
import { type LiveRecord, type LocalContent, withWritten } from './local-content.ts'
import type { OwnFileBackup } from './own-file-backup.ts'
import type { RecordFile } from './record-file.ts'
import { othersDigest, type SiblingFiles } from './sibling-files.ts'

interface LiveFileOptions extends LivePath {
  readonly record: RecordFile
  readonly keeper: OwnFileBackup
  /** What else the kubelet reads. */
  readonly siblings: SiblingFiles
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
  #observation: Observation | undefined

  constructor(options: LiveFileOptions) {
    this.mode = options.mode
    this.path = options.path
    this.#of = options
  }

  async read(): Promise<LiveReading> {
    const liveTarget = await this.#liveTarget()
    const record = await this.#of.record.read()
    const seenAt = await this.#changeSeen(liveTarget)
    const bytes = await liveTarget.read()
    const digest = bytes && sha256(bytes)
    const content = await this.#contentOf(liveTarget, digest, record)
    const at = content === 'ours' ? record.written.find((one) => one.sha256 === digest) : record.restored
    const isRecorded = at !== undefined && content !== 'foreign'
    const changedAtMs = isRecorded ? this.#inThisBoot(at) : seenAt
    return { sha256: digest, content, others: await othersDigest(this.#of), changedAtMs }
  }

  async readBytes(): Promise<Uint8Array | undefined> {
    return (await this.#liveTarget()).read()
  }

  async write(document: Uint8Array): Promise<void> {
    const liveTarget = await this.#liveTarget()
    const kept = await this.#keepLocal(liveTarget)
    const { bootId, uptimeMs } = this.#of.moment()
    await this.#of.record.write(withWritten(kept, { sha256: sha256(document), bootId, uptimeMs }))
    await liveTarget.put(document, await this.#of.keeper.attributes(liveTarget, kept.local))
  }

  async restoreLocal(): Promise<void> {
    const liveTarget = await this.#liveTarget()
    const kept = await this.#keepLocal(liveTarget)
    const { bootId, uptimeMs } = this.#of.moment()
    await this.#of.record.write({ ...kept, holds: 'local', restored: { bootId, uptimeMs } })
    await this.#of.keeper.putBack(liveTarget, kept.local)
  }

  async captureLocal(): Promise<void> {
    const liveTarget = await this.#liveTarget()
    const { content } = await this.read()
    // Never our own output.
    if (content !== 'ours') await this.#capture(liveTarget, await this.#of.record.read())
  }

  async readLocal(): Promise<Uint8Array | undefined> {
    const { local } = await this.#of.record.read()
    return this.#of.keeper.read(await this.#liveTarget(), local)
  }

  /** Has the good content ready beside the live file, until forgetPrepared(). */
  async prepare(good: Uint8Array | 'local'): Promise<Prepared> {
    const liveTarget = await this.#liveTarget()
    const { local } = await this.#keepLocal(liveTarget)
    const place = { target: liveTarget.target, prepared: liveTarget.prepared }
    const isOriginal = good === 'local' && local.kind === 'file'
    // What waits there may be the last copy.
    const original = isOriginal ? await this.#of.keeper.copyOf(liveTarget, local) : undefined
    await this.forgetPrepared()
    if (good === 'local' && local.kind === 'absent') return { ...place, content: local }
    if (good === 'local' && local.kind === 'link') {
      await liveTarget.prepareLink(local.target)
      return { ...place, content: local }
    }
    const bytes = original ?? (good as Uint8Array)
    await liveTarget.prepare(bytes, isOriginal ? local.attributes : await this.#of.keeper.attributes(liveTarget, local))
    return { ...place, content: { kind: 'file', bytes } }
  }

  /** Once nothing waits there, nothing of ours is left beside the live file but the original. */
  async forgetPrepared(): Promise<void> {
    const liveTarget = await this.#liveTarget()
    await liveTarget.forgetPrepared()
    await this.#of.keeper.sweep(liveTarget)
  }

  /** Puts the local content back, and removes everything of ours beside it. */
  async leave(): Promise<void> {
    const { local } = await this.#of.record.read()
    if (local !== undefined || (await this.read()).content === 'ours') await this.restoreLocal()
    const liveTarget = await this.#liveTarget()
    await liveTarget.forgetPrepared()
    await this.#of.keeper.forget(liveTarget)
    await this.#of.record.remove()
  }

  #liveTarget(): Promise<LiveTarget> {
    return LiveTarget.of(this.#of)
  }

  async #contentOf(
    liveTarget: LiveTarget,
    digest: string | undefined,
    { local, written, holds }: LiveRecord,
  ): Promise<LiveReading['content']> {
    const { keeper } = this.#of
    if (local === undefined) return (await keeper.isThereUnrecorded(liveTarget, digest)) ? 'local' : 'ours'
    const isOurs = written.some((one) => one.sha256 === digest)
    const isLocal = await keeper.isThere(liveTarget, digest, local)
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
  async #changeSeen(liveTarget: LiveTarget): Promise<number | undefined> {
    const { uptimeMs, wallMs } = this.#of.moment()
    const time = (await liveTarget.changedAt()) ?? 0
    const before = this.#observation
    const at = uptimeMs - (wallMs - time)
    const changedAtMs =
      before?.time === time ? before.changedAtMs : Math.min(Math.max(at, before?.lookedAtMs ?? at), uptimeMs)
    this.#observation = { time, changedAtMs, lookedAtMs: uptimeMs }
    return changedAtMs < 0 ? undefined : changedAtMs
  }

  /** Before anything of ours is written: once. */
  async #keepLocal(liveTarget: LiveTarget): Promise<Kept> {
    const record = await this.#of.record.read()
    return record.local === undefined ? this.#capture(liveTarget, record) : { ...record, local: record.local }
  }

  async #capture(liveTarget: LiveTarget, record: LiveRecord): Promise<Kept> {
    const local = await this.#of.keeper.capture(liveTarget, record.local)
    const kept: Kept = { ...record, local, holds: 'local', restored: undefined }
    await this.#of.record.write(kept)
    return kept
  }
}
