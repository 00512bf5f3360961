import { usesGlobal } from '../../documents/precedence.ts'
import { whyNoDocument } from '../../documents/target.ts'
import type { Risk } from '../../kubelet/changes/disruption.ts'
import type { Fact } from '../../message/fact.ts'
import { NodeNotRead, NodeNotRegistered, SourcesNotRead, type WaitFact } from '../model/agent-messages.ts'
import { type Config, type DocumentSource, type DocumentVersion, documentSources, local } from '../model/config.ts'
import { optOutOf } from '../state/opted-out.ts'
import { type Known, knownAt } from '../state/source-seen.ts'
import type { State } from '../state/state.ts'

/** What the node should run with, as far as its sources say. */
export type Assigned =
  | { readonly kind: 'undecided'; readonly because: Fact }
  /** It wins nevertheless: a typing error must not become another configuration. */
  | { readonly kind: 'unusable'; readonly version: DocumentVersion; readonly because: Fact }
  | { readonly kind: 'config'; readonly config: Config; readonly acceptedRisks: readonly Risk[] }

/** As `winnerOf` says for the commands; a source that was not read yet may have a document. */
export function assignedTo(state: State): Assigned {
  if (state.seen.optOutFile === undefined) return undecided(SourcesNotRead())
  if (optOutOf(state)?.mode === 'local') return assignedLocal
  const { node } = state.seen
  if (node === undefined) return undecided(NodeNotRead())
  if (node === 'none') return undecided(NodeNotRegistered())
  for (const source of documentSources) {
    if (!mayUse(source, state)) continue
    const known = knownOf(state, source)
    if (known === undefined) return undecided(state.seen.sources[source].trouble ?? SourcesNotRead())
    if (known.kind === 'unusable') return known
    if (known.kind === 'document') return { kind: 'config', config: known.version, acceptedRisks: known.acceptedRisks }
  }
  return assignedLocal
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
export const doubtEndsAt = ({ seen, at, settings }: State): number | undefined =>
  documentSources
    .flatMap((source) => seen.sources[source].doubtful?.since ?? [])
    .map((since) => since + settings.absenceMs)
    .filter((end) => end > at.uptimeMs)
    .sort((a, b) => a - b)[0]

const assignedLocal: Assigned = { kind: 'config', config: local, acceptedRisks: [] }

const undecided = (because: WaitFact | Fact): Assigned => ({ kind: 'undecided', because })

const knownOf = ({ seen, at, settings }: State, source: DocumentSource): Known | undefined =>
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
