import { hash } from 'node:crypto'
import type { Release } from '../../kubelet/model/releases.ts'
import { behaviorOfDocument } from './behavior-of-document.ts'
import { configzOf } from './configz.ts'
import { type KubeletBehavior, kubeletBehaviors } from './kubelet-behavior.ts'

interface Content {
  readonly bytes: Uint8Array
  readonly behavior: KubeletBehavior
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
    const [behavior, configz] = [await behaviorOfDocument(bytes, this.#release), await configzOf(bytes, this.#release)]
    this.#known.set(name, { bytes, behavior, configz })
    return name
  }

  bytesOf(name: string): Uint8Array | undefined {
    return this.#known.get(name)?.bytes
  }

  /** What a kubelet with this file reports of its configuration; undefined when it does not start. */
  configzOf(name: string): object | undefined {
    return this.#known.get(name)?.configz
  }

  kubeletBehaviorOf(name: string): KubeletBehavior {
    return this.#known.get(name)?.behavior ?? kubeletBehaviors.exits
  }

  keep(names: ReadonlySet<string>): void {
    for (const name of this.#known.keys()) if (!names.has(name)) this.#known.delete(name)
  }
}
