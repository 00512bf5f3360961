import { Effective } from '../defaults/effective.ts'
import { asBool, asMap } from '../defaults/values.ts'
import { type ResolvedGates, resolveGates, type Wanted } from '../gates/resolve.ts'
import type { ConfigDocument, Value } from '../model/document.ts'
import type { Release } from '../model/releases.ts'

interface Below {
  /** Gates of flags, which are set before a file is read: they count for its defaults where the file has none. */
  readonly gates: Wanted
  /** Only loading a file fills in the thresholds of the operating system. */
  readonly evictionDefaults: boolean
}

/** A document as a kubelet fills it in while it assembles its configuration. */
export class Underlaid extends Effective {
  readonly #below: Below

  constructor(document: ConfigDocument, release: Release, below: Below) {
    super(document, release)
    this.#below = below
  }

  override get gates(): ResolvedGates {
    return resolveGates(this.release, new Map([...this.#below.gates, ...gatesIn(this.written('featureGates'))]))
  }

  override get(path: string): Value | undefined {
    if (path === 'evictionHard' && !this.#below.evictionDefaults) return this.written(path)
    return super.get(path)
  }
}

export const gatesIn = (value: Value | undefined): Wanted =>
  new Map([...asMap(value)].map(([name, on]) => [name, asBool(on)]))
