import { hash } from 'node:crypto'
import { check } from '../../kubelet/check/check.ts'
import { Effective } from '../../kubelet/defaults/effective.ts'
import type { Release } from '../../kubelet/model/releases.ts'
import { readDocument } from '../../yaml/read/read.ts'
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

const cgroups: readonly string[] = ['', '/']
const contentTypes: readonly string[] = ['application/json', 'application/vnd.kubernetes.protobuf']
const addresses: readonly string[] = ['127.0.0.1', '0.0.0.0', '::1', '::']

/** What the kubelet of a simulated machine does with these bytes. docs/sandbox.md has these rules. */
async function behaviorOfDocument(bytes: Uint8Array, release: Release): Promise<KubeletBehavior> {
  const { document } = check(await readDocument(bytes), release)
  if (document === undefined) return kubeletBehaviors.exits
  const config = new Effective(document, release)
  const reports = contentTypes.includes(config.text('contentType'))
  return {
    ...(cgroups.includes(config.text('cgroupRoot')) ? kubeletBehaviors.good : kubeletBehaviors.exits),
    renewsLease: reports,
    postsStatus: reports,
    healthz: addresses.includes(config.text('healthzBindAddress')),
    policy: config.text('cpuManagerPolicy') === 'static' ? 'static' : 'none',
  }
}
