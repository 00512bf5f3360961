import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { NodeBinary } from '../exe/node-binary.ts'
import { type BundledPackage, keyOf } from './packages.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..', '..')

interface Component {
  readonly 'bom-ref': string
  readonly type: string
  readonly name: string
  readonly version: string
  readonly [field: string]: unknown
}
interface Dependency {
  readonly ref: string
  readonly dependsOn?: readonly string[]
}
interface Bom {
  readonly metadata: { readonly tools: unknown; readonly component: Component; readonly [field: string]: unknown }
  readonly components: readonly Component[]
  readonly dependencies: readonly Dependency[]
  readonly [field: string]: unknown
}

export interface Delivered {
  /** An executable is an application, an image a container. */
  readonly type: 'application' | 'container'
  readonly packages: readonly BundledPackage[]
  readonly node: NodeBinary
  /** Anything else that is inside. */
  readonly others?: readonly Component[]
  /** SHA-256 of the file that is described. */
  readonly digest: string
  /** When its sources were committed: the same file has the same description. */
  readonly time: Date
}

/** A bill of materials in CycloneDX: what npm says of the packages that are inside, Node.js with its parts, and the others. */
export async function billOf({ type, packages, node, others = [], digest, time }: Delivered): Promise<string> {
  const { stdout } = await run('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], {
    cwd: root,
    maxBuffer: 1 << 26,
  })
  const bom: Bom = JSON.parse(stdout)
  const wanted = new Set(packages.map(keyOf))
  // npm calls a package optional that is needed only to build.
  const components = bom.components.filter(({ 'bom-ref': ref }) => wanted.has(ref)).map(asRequired)
  const missing = [...wanted].filter((ref) => !components.some(({ 'bom-ref': found }) => found === ref))
  if (missing.length > 0) throw new Error(`package-lock.json does not have ${missing.join(', ')}`)
  const parts = [nodeComponent(node), ...others]
  const { 'bom-ref': self, version, purl, licenses, description } = bom.metadata.component
  const component = { 'bom-ref': self, type, name: 'kubeletcfg', version, purl, licenses, description }
  const edges = bom.dependencies
    .filter(({ ref }) => wanted.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((on) => wanted.has(on)) }))
  const all = [...parts, ...components]
  const result = {
    ...bom,
    serialNumber: `urn:uuid:${uuidOf(digest)}`,
    metadata: {
      timestamp: time.toISOString(),
      lifecycles: [{ phase: 'build' }],
      tools: bom.metadata.tools,
      component: { ...component, hashes: [{ alg: 'SHA-256', content: digest }] },
    },
    components: all,
    dependencies: [{ ref: self, dependsOn: all.map(({ 'bom-ref': ref }) => ref) }, ...edges],
  }
  return `${JSON.stringify(result, undefined, 2)}\n`
}

function asRequired({ properties: _, ...component }: Component): Component {
  return { ...component, scope: 'required' } as Component
}

/** Node.js reports what it contains; the version of the build is the same. */
function nodeComponent({ version, bytes }: NodeBinary): Component {
  const { node: _, modules: _abi, napi: _napi, ...versions } = process.versions
  return {
    'bom-ref': `node@${version}`,
    type: 'application',
    name: 'node',
    version,
    purl: `pkg:generic/node@${version}`,
    licenses: [{ license: { id: 'MIT' } }],
    hashes: [{ alg: 'SHA-256', content: createHash('sha256').update(bytes).digest('hex') }],
    components: Object.entries(versions)
      .toSorted()
      .map(([name, part]) => ({ 'bom-ref': `node/${name}@${part}`, type: 'library', name, version: part! })),
  }
}

/** A UUID of version 8 (RFC 9562) with the first bits of a digest. */
function uuidOf(digest: string): string {
  const [, a, b, c, d, e] = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})/.exec(digest) ?? []
  return `${a}-${b}-8${c}-8${d}-${e}`
}
