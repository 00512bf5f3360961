import { hash } from 'node:crypto'
import type { Release } from '../../kubelet/model/releases.ts'
import { configzOf } from './configz.ts'
import { type Temper, tempers } from './temper.ts'
import { temperOfDocument } from './temper-of-document.ts'

interface Content {
  readonly bytes: Uint8Array
  readonly temper: Temper
  readonly configz: object | undefined
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
    if (this.#known.has(name)) return name
    const [temper, configz] = [await temperOfDocument(bytes, this.#release), await configzOf(bytes, this.#release)]
    this.#known.set(name, { bytes, temper, configz })
    return name
  }

  bytesOf(name: string): Uint8Array | undefined {
    return this.#known.get(name)?.bytes
  }

  /** What a kubelet with this file reports of its configuration; undefined when it does not start. */
  configzOf(name: string): object | undefined {
    return this.#known.get(name)?.configz
  }

  temperOf(name: string): Temper {
    return this.#known.get(name)?.temper ?? tempers.exits
  }

  keep(names: ReadonlySet<string>): void {
    for (const name of this.#known.keys()) if (!names.has(name)) this.#known.delete(name)
  }
}
