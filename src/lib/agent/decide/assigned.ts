import { usesGlobal } from '../../documents/precedence.ts'
import { whyNoDocument } from '../../documents/target.ts'
import type { Risk } from '../../kubelet/changes/disruption.ts'
import type { Fact } from '../../message/fact.ts'
import { admits } from '../../rollouts/gate.ts'
import {
  NodeNotRead,
  NodeNotRegistered,
  RolloutMissing,
  RolloutUnreadable,
  SourcesNotRead,
  type WaitFact,
} from '../model/agent-messages.ts'
import {
  type Config,
  type DocumentSource,
  type DocumentVersion,
  documentSources,
  local,
  type Source,
  sameConfig,
  sources,
} from '../model/config.ts'
import type { FoundDocument, NodeSeen } from '../model/event.ts'
import { optOutOf } from '../state/opted-out.ts'
import { type Known, knownAt } from '../state/source-seen.ts'
import type { State } from '../state/state.ts'

/** What the node should run with, as far as its sources say. */
export type Assigned =
  | { readonly kind: 'undecided'; readonly because: Fact }
  /** It wins nevertheless: a typing error must not become another configuration. */
  | { readonly kind: 'unusable'; readonly version: DocumentVersion; readonly because: Fact }
  | { readonly kind: 'config'; readonly config: Config; readonly acceptedRisks: readonly Risk[] }

type Undecided = Extract<Assigned, { kind: 'undecided' }>

/** As `winnerOf` says for the commands; a source that was not read yet may have a document. */
export function assignedTo(state: State): Assigned {
  if (state.seen.optOutFile === undefined) return undecided(SourcesNotRead())
  if (optOutOf(state)?.mode === 'local') return assignedLocal
  const { node } = state.seen
  if (node === undefined) return undecided(NodeNotRead())
  if (node === 'none') return undecided(NodeNotRegistered())
  for (const source of documentSources) {
    if (!mayUse(source, state)) continue
    const known = source === 'global' ? (gatedDocument(state, node) ?? knownOf(state, source)) : knownOf(state, source)
    if (known === undefined) return unread(state, source)
    if (known.kind === 'undecided' || known.kind === 'unusable') return known
    if (known.kind === 'document') return { kind: 'config', config: known.version, acceptedRisks: known.acceptedRisks }
    if (known.kind === 'local') return assignedLocal
  }
  return assignedLocal
}

/** The candidate, if the gate admits this node. */
function chosenBy(found: Extract<Known, { kind: 'gated' }>, { journal }: State, node: NodeSeen): FoundDocument {
  const { gate, promoted, candidate = promoted } = found
  const self = { name: journal.node, createdAt: node.createdAt, order: node.rolloutOrder }
  return gate !== undefined && admits(gate, self) ? candidate : promoted
}

/** Whether a rollout, as the API server has it at this moment, gives the node this configuration. */
export function isGivenBy(found: Known, config: Config, state: State): boolean {
  const { node } = state.seen
  if (found.kind === 'released') return true
  if (found.kind !== 'gated' || typeof node !== 'object') return false
  const document = chosenBy(found, state, node)
  return document.kind === 'document' && sameConfig(document.version, config)
}

/** The number of what a rollout gives the node, where that is no document. */
export function numberOfNone(state: State): number | undefined {
  const { node } = state.seen
  const known = knownOf(state, 'rollout')
  if (known?.kind !== 'gated' || typeof node !== 'object') return undefined
  const document = chosenBy(known, state, node)
  return document.kind === 'absent' ? document.generation : undefined
}

const unread = ({ seen }: State, source: Source): Undecided =>
  undecided(seen.sources[source].trouble ?? SourcesNotRead())

/** What a rollout makes of the global document for this node; undefined: there is none, so the document itself counts. */
function gatedDocument(
  state: State,
  node: NodeSeen,
): Exclude<FoundDocument, { kind: 'absent' }> | { readonly kind: 'local' } | Undecided | undefined {
  const known = knownOf(state, 'rollout')
  if (known === undefined) return unread(state, 'rollout')
  switch (known.kind) {
    case 'absent':
      return state.journal.gated === true ? undecided(RolloutMissing()) : undefined
    case 'forbidden':
      return state.journal.gated === true ? undecided(RolloutUnreadable({ because: known.because })) : undefined
    case 'unreadable':
      return undecided(RolloutUnreadable({ because: known.because }))
    case 'gated': {
      const document = chosenBy(known, state, node)
      return document.kind === 'absent' ? { kind: 'local' } : document
    }
    default:
      return undefined
  }
}

/** The same for the same meaning: changes of the object alone do not change it. */
export function keyOf(assigned: Assigned): string {
  switch (assigned.kind) {
    case 'undecided':
      return ''
    case 'unusable':
      return `${assigned.version.source} ${assigned.version.checkpoint}`
    case 'config':
      return assigned.config.source === 'local' ? 'local' : `${assigned.config.source} ${assigned.config.digest}`
  }
}

/** When an answer that is in doubt now begins to count, milliseconds since the boot. */
export function doubtEndsAt({ seen, at, settings }: State): number | undefined {
  let first: number | undefined
  for (const source of sources) {
    const { doubtful } = seen.sources[source]
    const end = doubtful && doubtful.since + settings.absenceMs
    if (end !== undefined && end > at.uptimeMs && !(first !== undefined && first <= end)) first = end
  }
  return first
}

const assignedLocal: Assigned = { kind: 'config', config: local, acceptedRisks: [] }

const undecided = (because: WaitFact | Fact): Undecided => ({ kind: 'undecided', because })

const knownOf = ({ seen, at, settings }: State, source: Source): Known | undefined =>
  knownAt(seen.sources[source], at.uptimeMs, settings.absenceMs)

/**
 * The document of a node named `global` would be the global one, and would reach all nodes. Nodes of the control plane get
 * the global document only where that is allowed, so that one push cannot stop the cluster itself.
 */
function mayUse(source: DocumentSource, { journal, seen }: State): boolean {
  switch (source) {
    case 'node':
      return whyNoDocument(journal.node) === undefined
    case 'global':
      return typeof seen.node === 'object' && usesGlobal(seen.node)
  }
}
