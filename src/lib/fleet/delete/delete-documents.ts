import type { Node } from '../../api/node.ts'
import { concurrently } from '../../cluster/concurrently.ts'
import { acceptedRisksIn } from '../../documents/accepted-risks.ts'
import { audienceOf, type Documents, fallbackOf, reachedBy } from '../../documents/precedence.ts'
import type { StoredDocument } from '../../documents/stored-document.ts'
import { configMapName, configMapOf, globalTarget, type Target } from '../../documents/target.ts'
import { isRisk, type Risk, risks } from '../../kubelet/changes/disruption.ts'
import type { KubeletFact } from '../../kubelet/check/kubelet-messages.ts'
import { ofKubelet, problemsIn, refusalOf } from '../../kubelet/check/problems.ts'
import { diff } from '../../kubelet/compare/diff.ts'
import { type Fact, fileSubject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import { releasesOfNodes } from '../../nodes/releases-of-nodes.ts'
import type { Limits } from '../../ports/limits.ts'
import { orThrow } from '../../ports/outcomes.ts'
import { refusalOfRisks } from '../change/accept-risk.ts'
import { balloonsInTheWay } from '../change/balloons-in-the-way.ts'
import { type ChangeForNodes, changeForNodes, oncePerSubject, withOwnFiles } from '../change/change-for-nodes.ts'
import {
  type DocumentFact,
  FallbackMayBeHeld,
  FallbackRefused,
  FallbackUnusable,
  RiskNotCarried,
} from '../change/document-messages.ts'
import { type Inspection, inspect, inspectOnce } from '../change/inspect.ts'
import { keptByTool } from '../change/kept-by-tool.ts'
import { observe } from '../change/observe.ts'
import { type RunningOn, runningOn } from '../change/running.ts'
import type { Cluster } from '../cluster.ts'
import { type FirstDocument, firstDocuments } from '../push/first-documents.ts'
import { rolloutNotes, seeRollout } from '../rollout/rollout-notes.ts'

export interface DeleteRequest {
  readonly targets: readonly Target[]
  readonly skipValidation: boolean
  /** Accepted disruptions beyond the restart of a kubelet, where the document that remains accepts them as well. */
  readonly acceptedRisks: readonly Risk[]
}

/**
 * What changes for nodes that get the global document instead. For nodes that use their local configuration, only the
 * fields that they lose are known.
 */
type FallbackChange = Pick<ChangeForNodes, 'changes' | 'obstacle' | 'assessment' | 'parts' | 'warnings'>

export interface DeleteStep extends FallbackChange {
  readonly target: Target
  /** The document to delete; undefined when there is none, and nothing to do. */
  readonly stored: StoredDocument | undefined
  /** False when the node of the target does not exist. */
  readonly exists: boolean
  /** What its nodes use next; `local`: their own file or flags. */
  readonly fallback: 'global' | 'local'
  /** The document that they fall back to. */
  readonly next: Pick<Inspection, 'stored' | 'digest' | 'document'> | undefined
  readonly nodes: readonly string[]
}

export interface DeletePlan {
  readonly steps: readonly DeleteStep[]
  /** Good to know, and expected. */
  readonly notes: readonly Fact[]
  readonly warnings: readonly Fact[]
  /** Why the plan must not be applied: kubelets refuse the fallback, or a risk is not accepted. */
  readonly refusal: Failure | undefined
}

/** Reads and decides; deletes nothing. */
export async function planDelete(cluster: Cluster, request: DeleteRequest, limits: Limits): Promise<DeletePlan> {
  const isGlobal = request.targets.some(({ kind }) => kind === 'global')
  const [observed, seen] = await concurrently([
    observe(cluster, request.targets, limits),
    isGlobal ? seeRollout(cluster, limits) : Promise.resolve(undefined),
  ])
  const { documents, withoutGlobal } = observed
  if (withoutGlobal) throw withoutGlobal
  const nodes = orThrow(observed.nodes)
  const fallbackFor = (target: Target) => fallbackOf(target, documents, nodes)
  const falling = request.targets.filter((target) => documents.has(configMapName(target)) && fallbackFor(target))
  const affected = reachedBy(falling, nodes, documents)
  const { found, warnings } = releasesOfNodes(affected)
  const global = request.targets.map(fallbackFor).find((fallback) => fallback !== undefined)
  const next = global && (await inspect(global, found.length === 0 ? undefined : found))
  const running = await runningOn(cluster, affected, { documents, inspect: inspectOnce() }, limits)
  const steps = await Promise.all(
    request.targets.map((target) => planStep(target, { documents, nodes, next, running })),
  )
  const fallback = affected.length === 0 ? undefined : next
  const isDeleted = steps.some(({ target, stored }) => target.kind === 'global' && stored !== undefined)
  const risky = risksOfDelete(steps, request.acceptedRisks)
  return {
    steps,
    // That a document reaches all nodes is said of pushes.
    notes: seen !== undefined && isDeleted ? rolloutNotes(seen, 0) : [],
    warnings: [
      ...(fallback === undefined ? [] : [...warnings, ...remarksOn(fallback)]),
      ...oncePerSubject(steps.flatMap((step) => step.warnings)),
      ...steps.flatMap(({ stored }) => keptByTool(stored, 'delete')),
      ...risky.warnings,
      ...(await balloonsInTheWay(cluster, steps, limits)),
      ...(await firstDocuments(cluster, { documents: firstIn(steps), acceptedRisks: request.acceptedRisks }, limits)),
    ],
    refusal: refusalOfFallback(request, fallback) ?? risky.refusal,
  }
}

/** For nodes that run their own files in spite of their document: the one that they fall back to. */
const firstIn = (steps: readonly DeleteStep[]): readonly FirstDocument[] =>
  steps.flatMap((step) => {
    const document = step.next?.document
    return document === undefined ? [] : [{ target: globalTarget, document, nodes: withOwnFiles(step) }]
  })

/** The name that its lines are reported under. */
const fileOf = ({ stored }: Inspection) => fileSubject(`configmap/${stored.name}`)

/** Warnings about the document that nodes fall back to. */
function remarksOn(next: Inspection): readonly (DocumentFact | KubeletFact)[] {
  const { stored, review, flaw } = next
  if (review !== undefined) return problemsIn(fileOf(next), { ...review, findings: ofKubelet(review.findings) })
  return flaw === undefined ? [] : [FallbackUnusable({ subject: configMapOf(stored.target), because: flaw })]
}

function refusalOfFallback({ skipValidation }: DeleteRequest, next: Inspection | undefined): Failure | undefined {
  const because = skipValidation || next?.review === undefined ? undefined : refusalOf(fileOf(next), next.review)
  if (because === undefined || next === undefined) return undefined
  const subject = configMapOf(next.stored.target)
  return new Failure('invalid', FallbackRefused({ subject, because }))
}

interface Known {
  readonly documents: Documents
  readonly nodes: readonly Node[]
  /** The document that the nodes fall back to, reviewed for their kubelets. */
  readonly next: Inspection | undefined
  readonly running: RunningOn
}

async function planStep(target: Target, known: Known): Promise<DeleteStep> {
  const { documents, nodes, running } = known
  const stored = documents.get(configMapName(target))
  const audience = audienceOf(target, nodes, documents)
  const next = fallbackOf(target, documents, nodes) && known.next
  return {
    ...(await fallbackChange(stored, { next, nodes: audience, running })),
    target,
    stored,
    exists: target.kind === 'global' || audience.length > 0,
    fallback: next === undefined ? 'local' : 'global',
    next,
    nodes: audience.map((node) => node.name),
  }
}

type FallbackNodes = Pick<Known, 'next' | 'nodes' | 'running'>

async function fallbackChange(
  stored: StoredDocument | undefined,
  { next, nodes, running }: FallbackNodes,
): Promise<FallbackChange> {
  const unknown = { obstacle: undefined, assessment: undefined, parts: [], warnings: [] }
  if (stored === undefined) return { changes: [], ...unknown }
  const now = await inspect(stored)
  if (next === undefined) return { changes: diff(now.document, undefined), ...unknown }
  return changeForNodes({ now, nodes, running, after: next.review ?? nothing })
}

/** Stands for a document without text. */
const nothing = { document: undefined, digest: undefined, releases: [], findings: [] }

interface Step extends Pick<ChangeForNodes, 'assessment'> {
  readonly target: Target
  /** undefined: there is none to delete. */
  readonly stored: StoredDocument | undefined
  /** What its nodes fall back to; undefined: their own files. */
  readonly next: Pick<Inspection, 'stored' | 'digest'> | undefined
  readonly nodes: readonly string[]
}

interface RisksOfDelete {
  readonly refusal: Failure | undefined
  readonly warnings: readonly DocumentFact[]
}

/**
 * Agents read accepted risks from the document that they apply (ADR 40). A delete writes none: what the document that remains
 * accepts has to be accepted once more, because agents do not hold it; anything else cannot be accepted, because they do.
 */
function risksOfDelete(steps: readonly Step[], accepted: readonly Risk[]): RisksOfDelete {
  const done = steps.filter(({ stored }) => stored !== undefined)
  const [lost] = done.flatMap((step) => notCarried(step, accepted))
  const [embeddedTexts] = done.flatMap(({ next }) => (next === undefined ? [] : [carriedBy(next)]))
  const others = risks.filter((risk) => accepted.includes(risk) || embeddedTexts?.includes(risk) !== true)
  return {
    refusal: lost === undefined ? refusalOfRisks(done, others) : new Failure<DocumentFact>('refused', lost),
    warnings: lost === undefined ? done.flatMap(mayBeHeld) : [],
  }
}

const carriedBy = ({ stored, digest }: NonNullable<Step['next']>): readonly Risk[] =>
  acceptedRisksIn(stored.stamp.acceptedRisks, digest)

/** The changes that agents may hold. */
function heldChanges({ assessment, next }: Step) {
  const embeddedTexts = next === undefined ? [] : carriedBy(next)
  return (assessment?.changes ?? []).flatMap(({ path, disruption }) =>
    isRisk(disruption) && !embeddedTexts.includes(disruption) ? [{ path, risk: disruption }] : [],
  )
}

function notCarried(step: Step, accepted: readonly Risk[]): readonly DocumentFact[] {
  const { target, next } = step
  const held = new Set(heldChanges(step).map(({ risk }) => risk))
  const lost = next === undefined ? accepted : accepted.filter((risk) => held.has(risk))
  const remains = next && configMapOf(next.stored.target)
  return lost.length === 0 ? [] : [RiskNotCarried({ subject: configMapOf(target), risks: lost, remains })]
}

function mayBeHeld(step: Step): readonly DocumentFact[] {
  const fields = heldChanges(step).map(({ path }) => path)
  const { target, nodes } = step
  return fields.length === 0 ? [] : [FallbackMayBeHeld({ subject: configMapOf(target), nodes, fields })]
}
