import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OriginalLost } from '../../../machine/host-messages.ts'
import { reading, unlessAbsent } from '../../../machine/refusal.ts'
import { resolveIn } from '../../../machine/rooted.ts'
import { sha256 } from '../../../machine/sha256.ts'
import type { FileAttributes } from '../../../machine/synced-write.ts'
import { fileSubject } from '../../../message/fact.ts'
import { Failure } from '../../../message/failure.ts'
import type { LivePath, LiveTarget } from './live-target.ts'
import type { LocalContent } from './local-content.ts'
import type { OriginalCopies } from './original-copies.ts'

interface LocalKeeperOptions extends LivePath {
  readonly copies: OriginalCopies
  /** `unit`: the node's own file, which a link leads to while no document is there. */
  readonly linkTo: string | undefined
}

/** Knows what the local content is, keeps a copy of it, and puts it back. */
export class OwnFileBackup {
  readonly #of: LocalKeeperOptions

  constructor(options: LocalKeeperOptions) {
    this.#of = options
  }

  /**
   * Keeps what is there as the local content. `before`: what it was; undefined the first time, when a copy that is there
   * has outlived its record.
   */
  async capture(liveTarget: LiveTarget, before: LocalContent | undefined): Promise<LocalContent> {
    const { copies } = this.#of
    const fixed = this.fixed(before)
    if (fixed !== undefined) return fixed
    const attributes = await this.attributes(liveTarget, before)
    const left = before === undefined ? await copies.find(liveTarget.path) : undefined
    const bytes = left?.bytes ?? (await liveTarget.read())
    if (bytes === undefined) return { kind: 'absent' }
    await copies.write(liveTarget.path, bytes, attributes)
    return { kind: 'file', sha256: sha256(bytes), attributes }
  }

  /** What the apply mode alone decides. */
  fixed(before: LocalContent | undefined): LocalContent | undefined {
    if (this.#of.linkTo !== undefined) return { kind: 'link', target: this.#of.linkTo }
    return this.#of.mode === 'drop-in' && before === undefined ? { kind: 'absent' } : undefined
  }

  /** The bytes of the local content, as far as it is known. */
  async read(liveTarget: LiveTarget, kept: LocalContent | undefined): Promise<Uint8Array | undefined> {
    const local = kept ?? this.fixed(undefined)
    if (local === undefined) return (await this.#of.copies.find(liveTarget.path))?.bytes ?? liveTarget.read()
    if (local.kind === 'absent') return undefined
    if (local.kind === 'file') return this.copyOf(liveTarget, local)
    const { root } = this.#of
    return reading(local.target, async () => unlessAbsent(readFile(join(root, await resolveIn(root, local.target)))))
  }

  /** Whether this is the local content. */
  async isThere(liveTarget: LiveTarget, digest: string | undefined, local: LocalContent): Promise<boolean> {
    if (local.kind === 'absent') return digest === undefined
    if (local.kind === 'file') return digest === local.sha256
    return (await liveTarget.linkTarget()) === local.target
  }

  /** The same without a record: it was lost, or there never was one. Then a copy shows that the file may be ours. */
  async isThereUnrecorded(liveTarget: LiveTarget, digest: string | undefined): Promise<boolean> {
    const fixed = this.fixed(undefined)
    if (digest === undefined) return true
    if (fixed !== undefined) return this.isThere(liveTarget, digest, fixed)
    const copy = await this.#of.copies.find(liveTarget.path)
    return copy === undefined || copy.sha256 === digest
  }

  async putBack(liveTarget: LiveTarget, local: LocalContent): Promise<void> {
    if (local.kind === 'absent') await liveTarget.remove()
    else if (local.kind === 'link') await liveTarget.putLink(local.target)
    else await liveTarget.put(await this.copyOf(liveTarget, local), local.attributes)
  }

  async copyOf(liveTarget: LiveTarget, { sha256 }: LocalFile): Promise<Uint8Array> {
    // While the rescue is armed for it, it has one; and nothing is lost while the node still runs with it.
    const found = await this.#of.copies.find(liveTarget.path, sha256, [liveTarget.preparedPath, liveTarget.path])
    if (found !== undefined) return found.bytes
    throw new Failure('refused', OriginalLost({ subject: fileSubject(liveTarget.target) }))
  }

  /** Of the file that is there; without one those of the local content; without that, for root alone. */
  async attributes(liveTarget: LiveTarget, local: LocalContent | undefined): Promise<Required<FileAttributes>> {
    const ours = { mode: 0o600, owner: { uid: process.geteuid!(), gid: process.getegid!() } }
    return (await liveTarget.attributes()) ?? (local?.kind === 'file' ? local.attributes : ours)
  }

  /** Removes what interrupted writes left. */
  sweep(liveTarget: LiveTarget): Promise<void> {
    return liveTarget.sweep([this.#of.copies.siblings(liveTarget.path)])
  }

  async forget(liveTarget: LiveTarget): Promise<void> {
    await this.sweep(liveTarget)
    await this.#of.copies.remove(liveTarget.path)
  }
}

type LocalFile = Extract<LocalContent, { kind: 'file' }>
