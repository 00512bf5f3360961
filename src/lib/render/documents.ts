import type { Inspection } from '../flows/documents/inspect.ts'
import type { DocumentRow } from '../flows/documents/list-documents.ts'
import type { SourceReport } from '../flows/documents/source.ts'
import { inDoubleQuotes } from '../quoting.ts'
import type { Tone } from '../tone.ts'

/** Enough of a digest for people to tell two apart. */
export const shortDigest = (digest: string | undefined): string =>
  digest?.replace(/^(v\d+:sha256:.{12}).*$/, '$1') ?? '-'

type Judged = Pick<DocumentRow, 'inspection' | 'nodes' | 'unusableOn'>

/** One word of trouble, or none. */
export function statusOf({ inspection: { stored, problem, editedByHand }, nodes, unusableOn }: Judged): string {
  if (problem !== undefined) return `unusable: ${problem}`
  const [first] = unusableOn
  if (first !== undefined) {
    const refusing = unusableOn.flatMap((one) => one.nodes)
    return `unusable on ${refusing.length} of ${nodes.length}: ${first.release}: ${first.problem}`
  }
  if (editedByHand) return 'edited by hand'
  return stored.stamp.digest === undefined ? 'made by hand' : 'ok'
}

export function toneOfStatus({ inspection: { stored, problem, editedByHand }, unusableOn }: Judged): Tone | undefined {
  if (problem !== undefined || unusableOn.length > 0) return 'bad'
  return editedByHand || stored.stamp.digest === undefined ? 'warn' : undefined
}

/** What list, get and source tell of a document in JSON and YAML. */
export function documentData(inspection: Inspection): Record<string, unknown> {
  const { stored, digest, editedByHand, problem } = inspection
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
    problem: problem ?? null,
    extraKeys: stored.extraKeys,
    immutable: stored.immutable,
    lastWrite: stored.lastWrite ?? null,
  }
}

export const rowData = ({ inspection, nodes, unusableOn, nodeExists }: DocumentRow): Record<string, unknown> => ({
  ...documentData(inspection),
  nodes,
  unusableOn: unusableOn.map(({ release, ...where }) => ({ kubernetesVersion: release, ...where })),
  nodeExists: nodeExists ?? null,
})

export function sourceData(report: SourceReport): Record<string, unknown> {
  const { node, nodeExists, kubeletVersion, source, document, shadowed } = report
  return {
    node,
    nodeExists,
    kubeletVersion: kubeletVersion ?? null,
    source,
    document: document ? documentData(document) : null,
    shadowed: shadowed ? documentData(shadowed) : null,
  }
}

/** The answer, then the reason, a line each. */
export function describeSource({ node, nodeExists, source, document, shadowed }: SourceReport): string {
  const lines: string[] = []
  if (document === undefined)
    lines.push(
      `${node}: no document`,
      `  neither its own nor a global one exists: it runs on its on-disk file or its flags, which only the agent there knows`,
    )
  else {
    const { revision, message } = document.stored.stamp
    const version = `${revision === undefined ? '' : `, revision ${revision}`}, ${shortDigest(document.digest)}`
    lines.push(
      `${node}: ${source} document (configmap/${document.stored.name}${version})`,
      source === 'node'
        ? '  it has a document of its own, which wins as a whole'
        : '  it has none of its own, so it gets the global one',
      ...(message === undefined ? [] : [`  pushed with the message ${inDoubleQuotes(message)}`]),
    )
    if (document.problem !== undefined)
      lines.push(
        `  unusable: ${document.problem}`,
        '  the node stays on what it runs: an unusable document is never skipped in favour of the next',
      )
    else if (document.editedByHand) lines.push('  edited by hand since it was pushed')
  }
  if (shadowed !== undefined) lines.push(`  hides configmap/${shadowed.stored.name}`)
  if (!nodeExists) lines.push('  this node does not exist (yet)')
  return lines.map((line) => `${line}\n`).join('')
}
