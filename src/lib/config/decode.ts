import { type Decoding, decodeStruct, fails } from './decode-value.ts'
import type { ConfigDocument } from './document.ts'
import type { Finding } from './finding.ts'
import { readHeader } from './header.ts'
import type { Release } from './releases.ts'
import { configuration } from './schema.ts'
import type { Format, Mapping, Tree } from './tree.ts'

interface Decoded {
  readonly findings: readonly Finding[]
  /** undefined when something is fatal. */
  readonly document: ConfigDocument | undefined
}

/**
 * Decodes as the kubelet of a release does: type errors are fatal, keys that this release does not know and duplicates
 * are not. The document does not depend on the release: what another release knows is decoded by that one's type.
 */
export function decode(tree: Tree, { release, format }: { release: Release; format: Format }): Decoded {
  const decoding: Decoding = { release, format, findings: [] }
  if (tree.type === 'map') return decodeRoot(decoding, tree)
  fails(decoding, tree, { path: '', rule: 'DECODE-TYPE', wanted: 'a mapping of fields' })
  return { findings: decoding.findings, document: undefined }
}

function decodeRoot(decoding: Decoding, tree: Mapping): Decoded {
  const header = readHeader(tree, decoding.format)
  decoding.findings.push(...header.findings)
  if (header.foreign) return { findings: decoding.findings, document: undefined }
  const root = decodeStruct(decoding, tree, { path: '', schema: configuration })
  const fields = new Map([...root.fields].filter(([name]) => name !== 'apiVersion' && name !== 'kind'))
  const fatal = decoding.findings.some((found) => found.fatal)
  return { findings: decoding.findings, document: fatal ? undefined : { ...root, fields } }
}
