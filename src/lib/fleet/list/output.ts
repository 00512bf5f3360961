import { firstReason } from '../../kubelet/check/finding-text.ts'
import { messageOf } from '../../message/describe.ts'
import type { Tone } from '../../message/line.ts'
import { factsData } from '../../output/facts-data.ts'
import type { View } from '../../output/view.ts'
import type { Inspection } from '../change/inspect.ts'
import { targetText } from '../change/step.ts'
import type { NodesInState } from '../status/account.ts'
import type { NodeState } from '../status/node-status.ts'
import { toneOfNodeState } from '../status/output.ts'
import type { Got } from './get-document.ts'
import type { DocumentRow } from './list-documents.ts'

/** Long enough to tell two digests apart. */
export const shortDigest = (digest: string | undefined): string =>
  digest?.replace(/^(v\d+:sha256:.{12}).*$/, '$1') ?? '-'

type Judged = Pick<DocumentRow, 'inspection' | 'nodes' | 'unusableOn' | 'nodeExists' | 'uptake'>

/** In a few words, what is wrong with it and what became of it; `problemOf` says why it is unusable. ok: its nodes run it. */
export function documentStatus({ inspection, nodes, unusableOn, nodeExists, uptake }: Judged): string {
  if (inspection.flaw !== undefined) return 'unusable'
  const refusing = unusableOn.flatMap((one) => one.nodes)
  const parts = [
    refusing.length > 0 ? `unusable on ${refusing.length} of ${nodes?.length}` : handOf(inspection),
    nodeExists === false ? 'node missing' : nodes?.length === 0 ? 'no nodes' : undefined,
    ...(uptake?.states ?? []).map((one) => textOfState(one, { nodes, refusing })),
  ].filter((part) => part !== undefined)
  return parts.join(', ') || (uptake === undefined ? '-' : 'ok')
}

/** That of a person, and of no tool. */
function handOf({ stored, editedByHand }: Inspection): string | undefined {
  if (stored.keeper !== undefined) return undefined
  return editedByHand ? 'edited by hand' : stored.stamp.digest === undefined ? 'made by hand' : undefined
}

/** Nothing of those that run it, nor of those that cannot, which are counted already. */
function textOfState(one: NodesInState, { nodes, refusing }: { nodes: Judged['nodes']; refusing: readonly string[] }) {
  const count = one.nodes.filter((node) => one.state !== 'Rejected' || !refusing.includes(node)).length
  const words = wordsOfState[one.state]
  if (count === 0 || words === undefined) return undefined
  if (nodes?.length === 1) return one.state === 'NoAgent' ? 'no agent' : words
  return `${count} ${words}`
}

/** What a node does with its document; undefined: it runs it. */
const wordsOfState: Readonly<Record<NodeState, string | undefined>> = {
  Good: undefined,
  Idle: 'pending',
  Resolving: 'pending',
  Pending: 'pending',
  Applying: 'applying',
  Trial: 'on trial',
  Held: 'held',
  Rejected: 'rejected',
  RollingBack: 'rolling back',
  RolledBack: 'rolled back',
  DeadEnd: 'dead end',
  Frozen: 'opted out',
  Drifted: 'drifted',
  Failing: 'failing',
  Unreachable: 'unreachable',
  Stale: 'stale',
  Unreadable: 'unreadable',
  NoAgent: 'without agent',
}

/** Why no kubelet could run on it, or not all: then for the first release. */
export function problemOf({ inspection: { flaw }, unusableOn: [first] }: Judged): string | undefined {
  if (flaw !== undefined) return messageOf(flaw)
  return first && `${first.release}: ${firstReason(first.findings)}`
}

export function toneOfStatus(row: Judged): Tone | undefined {
  const { inspection, unusableOn, uptake } = row
  const tones = uptake?.states.map(({ state }) => toneOfNodeState[state]) ?? []
  if (inspection.flaw !== undefined || unusableOn.length > 0 || tones.includes('bad')) return 'bad'
  return documentStatus(row) === 'ok' ? undefined : 'warn'
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
    textWrite: stored.textWrite ?? null,
    keeper: stored.keeper === undefined ? null : { ...stored.keeper, source: stored.keeper.source ?? null },
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

/** Several of them. */
export const gotListView: View<Got> = { ...gotView, kind: 'DocumentTextList' }

/** A stream of YAML. Each text is as it is stored, below the name of its target. */
export const documentStream = (all: readonly Got[]): string => all.map(partOfStream).join('')

function partOfStream({ inspection, body }: Got, index: number): string {
  const title = `# ${targetText(inspection.stored.target)}\n`
  const text = body === '' || body.endsWith('\n') ? body : `${body}\n`
  // With a marker of its own, another one would begin a document without content.
  if (ownMarker.test(body)) return `${index === 0 ? '' : '...\n'}${title}${text}`
  return `---\n${title}${text}`
}

/** `---`, perhaps below comments and directives. */
const ownMarker = /^\ufeff?(?:[ \t]*(?:#.*)?\r?\n|%.*\r?\n)*---(?:[ \t\r\n]|$)/

export const rowData = ({
  inspection,
  nodes,
  unusableOn,
  nodeExists,
  uptake,
}: DocumentRow): Record<string, unknown> => ({
  ...documentData(inspection),
  nodes: nodes ?? null,
  unusableOn: unusableOn.map(({ release, findings, nodes }) => ({
    kubernetesVersion: release,
    nodes,
    problem: firstReason(findings),
    reason: 'UnusableDocument',
  })),
  nodeExists: nodeExists ?? null,
  runningOn: uptake?.running ?? null,
  states: uptake?.states ?? null,
})
