import type { Got } from '../flows/documents/get-document.ts'
import type { Inspection } from '../flows/documents/inspect.ts'
import type { DocumentRow } from '../flows/documents/list-documents.ts'
import type { Tone } from '../tone.ts'
import { messageOf } from '../words/describe.ts'
import { firstReason } from '../words/finding-words.ts'
import { factsData } from './facts-data.ts'
import type { View } from './view.ts'

/** Long enough to tell two digests apart. */
export const shortDigest = (digest: string | undefined): string =>
  digest?.replace(/^(v\d+:sha256:.{12}).*$/, '$1') ?? '-'

type Judged = Pick<DocumentRow, 'inspection' | 'nodes' | 'unusableOn' | 'nodeExists'>

/** In a few words; `problemOf` says why it is unusable. */
export function statusOf({ inspection: { stored, flaw, editedByHand }, nodes = [], unusableOn, nodeExists }: Judged) {
  if (flaw !== undefined) return 'unusable'
  const refusing = unusableOn.flatMap((one) => one.nodes)
  if (refusing.length > 0) return `unusable on ${refusing.length} of ${nodes.length}`
  const origin = editedByHand ? ['edited by hand'] : stored.stamp.digest === undefined ? ['made by hand'] : []
  return [...origin, ...(nodeExists === false ? ['node missing'] : [])].join(', ') || 'ok'
}

/** Why no kubelet could run on it, or not all: then for the first release. */
export function problemOf({ inspection: { flaw }, unusableOn: [first] }: Judged): string | undefined {
  if (flaw !== undefined) return messageOf(flaw)
  return first && `${first.release}: ${firstReason(first.findings)}`
}

export function toneOfStatus(row: Judged): Tone | undefined {
  const { inspection, unusableOn } = row
  if (inspection.flaw !== undefined || unusableOn.length > 0) return 'bad'
  return statusOf(row) === 'ok' ? undefined : 'warn'
}

/** What list, get and source report about a document in JSON and YAML. */
export function documentData(inspection: Inspection): Record<string, unknown> {
  const { stored, digest, editedByHand, flaw } = inspection
  return {
    target: stored.target,
    name: stored.name,
    namespace: stored.namespace,
    digest: digest ?? null,
    revision: stored.stamp.revision ?? null,
    by: stored.stamp.by ?? null,
    at: stored.stamp.at ?? null,
    message: stored.stamp.message ?? null,
    recordedDigest: stored.stamp.digest ?? null,
    editedByHand,
    problem: flaw === undefined ? null : messageOf(flaw),
    reason: flaw?.reason ?? null,
    extraKeys: stored.extraKeys,
    immutable: stored.immutable,
    lastWrite: stored.lastWrite ?? null,
  }
}

export const gotView: View<Got> = {
  kind: 'Document',
  columns: [],
  wide: [],
  data: ({ inspection, body, warnings }) => ({
    ...documentData(inspection),
    body,
    warnings: factsData(warnings),
  }),
  name: ({ inspection }) => `configmap/${inspection.stored.name}`,
}

export const rowData = ({ inspection, nodes, unusableOn, nodeExists }: DocumentRow): Record<string, unknown> => ({
  ...documentData(inspection),
  nodes: nodes ?? null,
  unusableOn: unusableOn.map(({ release, findings, nodes }) => ({
    kubernetesVersion: release,
    nodes,
    problem: firstReason(findings),
    reason: 'UnusableDocument',
  })),
  nodeExists: nodeExists ?? null,
})
