import type { Tree } from '../../src/lib/kubelet/model/tree.ts'
import { readDocument } from '../../src/lib/yaml/read/read.ts'
import { header } from '../lib/kubelet/check/documents.ts'
import { judgedVectors } from '../lib/kubelet/reference/json-schema/vectors.ts'
import { cases } from '../lib/kubelet/rules/cases.ts'

interface Document {
  readonly name: string
  readonly text: string
  readonly tree: Tree
}

async function ofBody(name: string, body: string): Promise<Document> {
  const text = header + body
  const reading = await readDocument(new TextEncoder().encode(text))
  if (reading.outcome === 'tree') return { name, text, tree: reading.tree }
  throw new Error(`${name} is not readable: ${body}`)
}

/** All that a schema can judge: the vectors, and the documents that break a rule or nearly do. */
export const documents: readonly Document[] = [
  ...judgedVectors.map(({ name, input, reading }) => ({ name, text: input, tree: reading.tree })),
  ...(await Promise.all(
    cases.flatMap(({ rule, breaks, keeps }) => [ofBody(`breaks ${rule}`, breaks), ofBody(`keeps to ${rule}`, keeps)]),
  )),
]
