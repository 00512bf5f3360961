import { acceptedRisksIn } from '../../documents/accepted-risks.ts'
import { inForce } from '../../documents/precedence.ts'
import { lastEdit, lastRevision } from '../../documents/stamp.ts'
import type { StoredDocument } from '../../documents/stored-document.ts'
import { configMapName, configMapOf, type Target } from '../../documents/target.ts'
import type { Risk } from '../../kubelet/changes/disruption.ts'
import { problemsIn, refusalOf } from '../../kubelet/check/problems.ts'
import { fileSubject, nodeSubject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import { refusalOfRisks } from '../change/accept-risk.ts'
import {
  type ChangeForNodes,
  changeForNodes,
  type NodesInChange,
  oncePerSubject,
  withOwnFiles,
} from '../change/change-for-nodes.ts'
import { NodeNotThere } from '../change/document-messages.ts'
import { keptByTool, refusalOfKeeper } from '../change/kept-by-tool.ts'
import { type Review, reviewForNodes } from '../change/review.ts'
import type { FirstDocument } from './first-documents.ts'
import { planHistory } from './keep-history.ts'
import type { AssignedFiles, PushDocument } from './push-files.ts'
import {
  AgentsRefuse,
  Immutable,
  MessageNotKept,
  NodesNotRegistered,
  NothingToPush,
  OverwritesEdit,
  PartOfFile,
  type PushNote,
  PushRefused,
} from './push-messages.ts'
import type { PushPlan, PushRequest, PushStep } from './push-plan.ts'
import type { PushState } from './push-state.ts'
import { refusalOfSize } from './refusal-of-size.ts'
import { refusalOfSeveral } from './refuse-together.ts'
import { notApplied } from './who-applies.ts'

export interface Decided {
  readonly plan: PushPlan
  /** For nodes that have no document yet. */
  readonly first: readonly FirstDocument[]
}

/**
 * What is written for these files, if their risks are accepted. Rejects with all problems of all files. `state`: undefined
 * when these are known without it.
 */
export async function decidePush(
  files: AssignedFiles,
  state: PushState | undefined,
  request: PushRequest,
): Promise<Decided> {
  const outcomes = state ? await Promise.all(files.documents.map((one) => planDocument(one, state, request))) : []
  const problems = [...files.problems, ...outcomes.flatMap((one) => ('steps' in one ? [] : one))]
  if (state === undefined || problems.length > 0) throw refusalOfAll(problems, request.files.length)
  const { message, acceptedRisks } = request
  const planned = outcomes.filter((one) => 'steps' in one)
  const steps = lastGlobal(planned.flatMap((document) => document.steps))
  return {
    plan: {
      steps,
      message,
      acceptedRisks,
      by: state.by,
      notes: [
        ...files.notes,
        ...files.documents.flatMap(partOf),
        ...steps.flatMap((step) => lostMessage(message, step)),
      ],
      warnings: [
        ...planned.flatMap(({ warnings }) => warnings),
        ...files.warnings,
        ...notApplied(steps, state.nodes),
        ...oncePerSubject(planned.flatMap(({ saidBy, steps }) => steps.flatMap((step) => warningsOn(step, saidBy)))),
      ],
      refusal: refusalOfRisks(steps, acceptedRisks),
    },
    first: planned.flatMap((document) => document.first),
  }
}

interface Planned extends Pick<PushDocument, 'saidBy'> {
  readonly steps: readonly PushStep[]
  readonly first: readonly FirstDocument[]
  readonly warnings: PushPlan['warnings']
}

/** Or why it cannot be pushed. */
async function planDocument(
  document: PushDocument,
  state: PushState,
  request: PushRequest,
): Promise<Planned | readonly Failure[]> {
  const { at, part, targets, saidBy, body } = document
  const subject = fileSubject(at.name)
  const nodes = targets.flatMap((target) => state.audiences.get(configMapName(target)) ?? [])
  const { strict, ignore = [] } = request
  const reviewed = reviewForNodes(part.reading, nodes, { ignore })
  const because = refusalOf(subject, reviewed, strict)
  if (because && !request.skipValidation) return [new Failure('invalid', PushRefused({ because }))]
  const unknown = request.allowUnknownNode || saidBy !== 'flag' ? undefined : refusalOfUnknown(targets, state)
  if (unknown) return [unknown]
  const unwritable = targets.flatMap((target) =>
    refusalOfWrite(state.documents.get(configMapName(target)), { target, body, digest: reviewed.digest, ...request }),
  )
  if (unwritable.length > 0) return unwritable
  const { acceptedRisks } = request
  const own = { file: at.name, body, reviewed, acceptedRisks, isUnvalidated: request.skipValidation }
  const planned = await Promise.all(targets.map((target) => planStep(target, own, state)))
  return {
    saidBy,
    steps: planned.map(({ step }) => step),
    first: planned.flatMap(({ first }) => first),
    warnings: [...reviewed.warnings, ...problemsIn(subject, reviewed)],
  }
}

/** A name that was typed and that neither a node nor a document has is a mistake: nothing would apply the document. */
function refusalOfUnknown(targets: readonly Target[], { documents, audiences }: PushState): Failure | undefined {
  const isKnown = (name: string) => documents.has(name) || audiences.has(name)
  const unknown = targets.filter((target) => target.kind === 'node' && !isKnown(configMapName(target)))
  const nodes = unknown.flatMap((target) => (target.kind === 'node' ? [target.node] : []))
  return nodes.length === 0 ? undefined : new Failure('invalid', NodesNotRegistered({ nodes }))
}

interface Replacement extends Pick<PushRequest, 'forceConflicts' | 'acceptedRisks'> {
  readonly target: Target
  readonly body: string
  readonly digest: string | undefined
}

/** Why its ConfigMap cannot be written, or must not be. */
function refusalOfWrite(
  current: StoredDocument | undefined,
  { target, body, digest, acceptedRisks, forceConflicts }: Replacement,
): readonly Failure<PushNote>[] {
  const subject = configMapOf(target)
  const tooLarge = refusalOfSize(target, body, current?.extraBytes)
  if (tooLarge.length > 0) return tooLarge
  if (current?.immutable === true && current.body !== body)
    return [new Failure('refused', Immutable({ subject, target }))]
  if (current === undefined || forceConflicts) return []
  const isKept = current.body === body && keepsRisks(current, digest, acceptedRisks)
  return isKept ? [] : refusalOfKeeper(current)
}

/** What is not there, another tool does not keep. */
const keepsRisks = (current: StoredDocument, digest: string | undefined, wanted: readonly Risk[]): boolean =>
  current.stamp.acceptedRisks === undefined || accepts(current, digest, wanted)

interface Reviewed extends Pick<PushRequest, 'acceptedRisks'>, Pick<PushStep, 'isUnvalidated'> {
  readonly file: string
  readonly body: string
  readonly reviewed: Review
}

interface PlannedStep {
  readonly step: PushStep
  readonly first: readonly FirstDocument[]
}

/** Compares a document with what the nodes of a target get now. */
async function planStep(
  target: Target,
  { file, body, reviewed, acceptedRisks, isUnvalidated }: Reviewed,
  { remembered, recorded: all, documents, nodes, audiences, inspect, running }: PushState,
): Promise<PlannedStep> {
  const current = documents.get(configMapName(target))
  const audience = audiences.get(configMapName(target)) ?? []
  const inForceNow = inForce(target, documents, audience)
  const now = inForceNow && (await inspect(inForceNow))
  const sameText = current?.body === body
  const unchanged = sameText && accepts(current, reviewed.digest, acceptedRisks)
  const change = changeForNodes({ now, nodes: audience, running: unchanged ? new Map() : running, after: reviewed })
  const recorded = all.get(configMapName(target)) ?? []
  const last = lastRevision(current, remembered.get(configMapName(target)), recorded)
  const revision = unchanged ? last : last + 1
  const edited = current !== undefined && now?.stored === current && now.editedByHand
  const step: PushStep = {
    ...change,
    file,
    target,
    action: unchanged ? 'unchanged' : current === undefined ? 'create' : 'update',
    body,
    replaces: current,
    edited,
    effect: unchanged ? 'none' : effectOf(change, sameText),
    isLeftToAgents: false,
    isUnvalidated,
    accepts: sameText && !unchanged ? acceptedRisks : [],
    changes: sameText ? [] : change.changes,
    digest: reviewed.digest,
    revision,
    history: planHistory({ target, replaces: current, edited, revision, recorded, nodes }),
    nodes: audience.map((node) => node.name),
  }
  const { document } = reviewed
  const withoutDocument = inForceNow === undefined ? audience : withOwnFiles(change)
  const isFirst = document !== undefined && !unchanged && withoutDocument.length > 0
  return { step, first: isFirst ? [{ target, document, nodes: withoutDocument }] : [] }
}

/** Whether these risks are accepted already. Without a digest they cannot be bound to the document. */
function accepts({ stamp }: StoredDocument, digest: string | undefined, wanted: readonly Risk[]): boolean {
  const accepted = acceptedRisksIn(stamp.acceptedRisks, digest)
  return digest === undefined || wanted.every((risk) => accepted.includes(risk))
}

/** For one file, its failure as it is. */
function refusalOfAll(problems: readonly Failure[], files: number): Failure {
  const [first, ...others] = problems
  if (first === undefined) return new Failure('invalid', NothingToPush({ files }))
  if (files === 1 && others.length === 0) return first
  return refusalOfSeveral(problems)
}

const lastGlobal = (steps: readonly PushStep[]): readonly PushStep[] => [
  ...steps.filter(({ target }) => target.kind === 'node'),
  ...steps.filter(({ target }) => target.kind === 'global'),
]

/** Whether a kubelet would run something else. */
function effectOf({ parts, comparedWith, changes }: ChangeForNodes, sameText: boolean): PushStep['effect'] {
  const isSame = sameText || (comparedWith !== undefined && changes.length === 0)
  const hasNone = ({ from, assessment }: NodesInChange): boolean =>
    from === 'stored' ? isSame : from !== 'own-files' && assessment?.changes.length === 0
  return (parts.length === 0 ? isSame : parts.every(hasNone)) ? 'none' : 'changes'
}

/** Which part of the file is pushed, when it is not the whole file, nor a ConfigMap that names its target. */
function partOf({ at: { name: file }, part, saidBy }: PushDocument): readonly PushNote[] {
  const { isWhole, reading } = part
  if (isWhole || saidBy === 'config-map') return []
  if (reading.outcome === 'unreadable') return [PartOfFile({ subject: fileSubject(file), part: 'config-map' })]
  const { line, column } = reading.tree
  return [PartOfFile({ subject: fileSubject(file, { line, column }), part: 'document' })]
}

/** A message is stored with a document, and an unchanged document is not written. */
const lostMessage = (message: PushPlan['message'], { action, target }: PushStep): readonly PushNote[] =>
  message === undefined || action !== 'unchanged' ? [] : [MessageNotKept({ subject: configMapOf(target) })]

/** Warnings to report before a step is applied. */
const warningsOn = (step: PushStep, saidBy: PushDocument['saidBy']): readonly PushNote[] => [
  ...notThere(step, saidBy),
  ...step.warnings,
  ...guarded(step),
  ...overwritten(step),
  // With --force-conflicts.
  ...(step.action === 'unchanged' ? [] : keptByTool(step.replaces, 'push')),
]

const guarded = ({ target, guarded: fields }: PushStep): readonly PushNote[] =>
  fields.length === 0 ? [] : [AgentsRefuse({ subject: configMapOf(target), fields })]

function notThere({ target, nodes, file }: PushStep, saidBy: PushDocument['saidBy']): readonly PushNote[] {
  if (target.kind === 'global' || nodes.length > 0) return []
  const subject = nodeSubject(target.node)
  return [NodeNotThere({ subject, ...(saidBy !== 'flag' && { file }) })]
}

function overwritten({ target, edited, replaces, action, body }: PushStep): readonly PushNote[] {
  if (!edited || replaces === undefined || action !== 'update' || replaces.body === body) return []
  const writers = { lastWrite: lastEdit(replaces), lastPush: replaces.stamp }
  return [OverwritesEdit({ subject: configMapOf(target), ...writers })]
}
