import { hash } from 'node:crypto'
import type { Release } from '../kubelet/model/releases.ts'
import { type Temper, tempers } from './temper.ts'
import { temperOfDocument } from './temper-of-document.ts'

interface Content {
  readonly bytes: Uint8Array
  readonly temper: Temper
}

/** What files of a simulated machine have had, by SHA-256. */
export class Contents {
  readonly #known = new Map<string, Content>()
  readonly #release: Release

  constructor(release: Release) {
    this.#release = release
  }

  /** The name under which it is known from now on. */
  async add(bytes: Uint8Array): Promise<string> {
    const name = hash('sha256', bytes)
    if (!this.#known.has(name)) this.#known.set(name, { bytes, temper: await temperOfDocument(bytes, this.#release) })
    return name
  }

  bytesOf(name: string): Uint8Array | undefined {
    return this.#known.get(name)?.bytes
  }

  temperOf(name: string): Temper {
    return this.#known.get(name)?.temper ?? tempers.exits
  }

  keep(names: ReadonlySet<string>): void {
    for (const name of this.#known.keys()) if (!names.has(name)) this.#known.delete(name)
  }
}
