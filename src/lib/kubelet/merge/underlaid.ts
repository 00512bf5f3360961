import { Effective } from '../defaults/effective.ts'
import { asBool, asMap } from '../defaults/values.ts'
import { groups } from '../gates/groups.ts'
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

  protected override resolved(): ResolvedGates {
    const { gates } = this.#below
    // A gate for all of a stage sets only gates that are not set yet, and that of a flag has set them all.
    const forStages = Object.values(groups).flatMap((name) =>
      gates.has(name) ? [[name, gates.get(name)!] as const] : [],
    )
    return resolveGates(this.release, new Map([...gates, ...gatesIn(this.written('featureGates')), ...forStages]))
  }

  override get(path: string): Value | undefined {
    if (path === 'evictionHard' && !this.#below.evictionDefaults) return this.written(path)
    return super.get(path)
  }
}

export const gatesIn = (value: Value | undefined): Wanted =>
  new Map([...asMap(value)].map(([name, on]) => [name, asBool(on)]))
