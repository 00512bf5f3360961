import { describeType } from '../model/describe.ts'
import type { ConfigDocument } from '../model/document.ts'
import type { Finding } from '../model/finding.ts'
import { fieldPath, itemPath } from '../model/path.ts'
import type { Release } from '../model/releases.ts'
import type { Format, Mapping, Tree } from '../model/tree.ts'
import { configuration } from '../schema/schema.ts'
import { finding } from './decode-rules.ts'
import { type Decoding, decodeStruct, placeholderIn, report } from './decode-value.ts'
import { allDuplicates, hasDuplicates } from './duplicates.ts'
import { expected } from './expected-header.ts'
import { readHeader } from './header.ts'

interface Decoded {
  readonly findings: readonly Finding[]
  /** undefined when a finding is fatal. */
  readonly document: ConfigDocument | undefined
  /** The document without values that do not decode; undefined when it is not for a kubelet. */
  readonly remains: ConfigDocument | undefined
}

/**
 * Decodes as the kubelet of a release does: type errors are fatal, unknown fields and duplicates are not. The document
 * does not depend on the release: a field of another release is decoded by the type that it has there.
 */
export const decode = (tree: Tree, { release, format }: { release: Release; format: Format }): Decoded =>
  decodeForEach(tree, { releases: [release], format })[0]!

/** The same for several releases in one pass, in their order. */
export function decodeForEach(
  tree: Tree,
  { releases, format }: { releases: readonly Release[]; format: Format },
): readonly (Decoded & { readonly release: Release })[] {
  const decoding: Decoding = {
    releases,
    format,
    isPresent: presenceIn(tree),
    duplicates: hasDuplicates(tree),
    findings: [],
  }
  const remains = tree.type === 'map' ? decodeRoot(decoding, tree) : noMapping(decoding, tree)
  return releases.map((release) => {
    const findings = decoding.findings.filter((found) => found.releases.includes(release)).map(({ finding }) => finding)
    return { release, findings, remains, document: findings.some(({ fatal }) => fatal) ? undefined : remains }
  })
}

/** The file is no configuration at all, but a token or a key by mistake, perhaps: of it, only the type is named. */
function noMapping(decoding: Decoding, tree: Tree): undefined {
  const message = `expected a mapping of fields, found ${describeType(tree)}`
  report(decoding, finding('DECODE-TYPE', tree, { message, remedy: placeholderIn(tree) }))
}

/** undefined: it is not for a kubelet, and a finding says so. */
function decodeRoot(decoding: Decoding, tree: Mapping): ConfigDocument | undefined {
  const header = readHeader(tree, decoding.format)
  for (const found of header.findings) report(decoding, found)
  if (header.foreign) return undefined
  if (decoding.duplicates && decoding.format === 'yaml')
    for (const found of allDuplicates(tree, { path: '', schema: configuration })) report(decoding, found)
  const root = decodeStruct(decoding, tree, { path: '', schema: configuration })
  const fields = new Map(root.fields)
  for (const name in expected) fields.delete(name)
  return { ...root, fields }
}

/** Whether a document has a value at a path of fields. The paths are collected for the first question. */
function presenceIn(tree: Tree): (path: string) => boolean {
  let paths: ReadonlySet<string> | undefined
  return (path) => {
    paths ??= new Set(pathsIn(tree, ''))
    return paths.has(path)
  }
}

function* pathsIn(tree: Tree, path: string): Generator<string> {
  if (path !== '') yield path
  if (tree.type === 'map') for (const { key, value } of tree.entries) yield* pathsIn(value, fieldPath(path, key))
  if (tree.type === 'list')
    for (const [index, item] of tree.items.entries()) yield* pathsIn(item, itemPath(path, index))
}
