import { judgeSaved } from '../../documents/draft.ts'
import type { StoredDocument } from '../../documents/stored-document.ts'
import { configMapOf, type Target } from '../../documents/target.ts'
import type { Fact } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import type { Editor } from '../../ports/editor.ts'
import type { Limits } from '../../ports/limits.ts'
import { type Outcome, settle } from '../../ports/outcomes.ts'
import type { Progress } from '../../ports/progress.ts'
import { type DocumentFact, DocumentWithoutText } from '../change/document-messages.ts'
import { meanwhile } from '../change/failed-write.ts'
import { inspect } from '../change/inspect.ts'
import { refusalOfKeeper } from '../change/kept-by-tool.ts'
import type { Cluster } from '../cluster.ts'
import { planPush } from '../push/push.ts'
import { Immutable } from '../push/push-messages.ts'
import type { PushPlan, PushRequest } from '../push/push-plan.ts'
import { EditEmpty, type EditFact, EditStillRefused, EditUnchanged, NothingToEdit } from './edit-messages.ts'

export interface EditRequest extends Omit<PushRequest, 'files'> {
  readonly target: Target
}

export interface EditWorld {
  readonly cluster: Cluster
  readonly editor: Editor
  readonly progress: Pick<Progress, 'doing' | 'done'>
}

export type Edited = { readonly plan: PushPlan } | { readonly cancelled: EditFact }

/** What is opened next. */
interface Round {
  /** What is stored, and what the edit is compared with. */
  readonly stored: StoredText
  readonly text: Uint8Array
  readonly remarks: readonly Fact[]
  /** Why `text` was refused. */
  readonly refused?: Fact
}

type StoredText = StoredDocument & { readonly body: string }

/**
 * Opens the stored document in an editor until the text that is saved can be pushed, or the operator gives up, and plans
 * the push; writes nothing. A refused text is opened again with its findings. When another client has changed the document
 * meanwhile, the text is kept in its file, and the new document is opened. Rejects with Failure 'invalid' when nothing is
 * stored, and when a refused text is saved again as it was; 'refused' when the document is immutable; 'conflict' when it
 * was deleted meanwhile.
 */
export async function planEdit(world: EditWorld, request: EditRequest, limits: Limits): Promise<Edited> {
  const { target } = request
  const subject = configMapOf(target)
  let round = firstRound(await during(world, storedText(world.cluster, request, limits)))
  for (;;) {
    const { refused } = round
    const bytes = await world.editor.edit(round.text, round.remarks, limits.signal)
    const drafted = { original: encode(round.stored.body), refused: refused && round.text }
    const saved = judgeSaved(drafted, bytes)
    if (saved === 'unchanged') return { cancelled: EditUnchanged({ subject }) }
    if (saved === 'empty') return { cancelled: EditEmpty({ subject }) }
    if (saved === 'refused-again') throw stillRefused(subject, refused!)
    const push = { ...request, files: [{ file: world.editor.file, bytes, targets: [target], named: true }] }
    const { value: plan, failure } = await during(world, unlessAboutText(planPush(world.cluster, push, limits)))
    if (failure !== undefined) round = { ...round, text: bytes, remarks: [failure.fact], refused: failure.fact }
    else if (isBasedOn(round.stored, plan)) return { plan: withoutOverwriting(plan) }
    else round = await reload(world, round.stored, plan)
  }
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

const firstRound = (stored: StoredText): Round => ({ stored, text: encode(stored.body), remarks: [] })

const stillRefused = (subject: EditFact['subject'], because: Fact): Failure =>
  new Failure('invalid', EditStillRefused({ subject, because }))

async function during<Value>({ progress }: EditWorld, work: Promise<Value>): Promise<Value> {
  progress.doing('reading the cluster')
  try {
    return await work
  } finally {
    progress.done()
  }
}

async function storedText(
  cluster: Cluster,
  { target, forceConflicts }: EditRequest,
  limits: Limits,
): Promise<StoredText> {
  const subject = configMapOf(target)
  const stored = await cluster.documents.read(target, limits)
  if (stored === undefined) {
    const { namespace } = cluster.documents
    throw new Failure('invalid', NothingToEdit({ subject, namespace, target }))
  }
  if (stored.immutable) throw new Failure('refused', Immutable({ subject, target }))
  const [conflict] = forceConflicts ? [] : refusalOfKeeper(stored)
  if (conflict !== undefined) throw conflict
  return withText(stored)
}

async function withText(stored: StoredDocument): Promise<StoredText> {
  const { body } = stored
  if (body !== undefined) return { ...stored, body }
  const [subject, because] = [configMapOf(stored.target), (await inspect(stored)).flaw!]
  throw new Failure('invalid', DocumentWithoutText({ subject, because }))
}

/** The failures that another text can avoid. */
const aboutText: ReadonlySet<string> = new Set<string>([
  'PushRefused',
  'DocumentTooLarge',
  'NoConfigurationInFile',
  'SeveralConfigurationsInFile',
])

async function unlessAboutText(planning: Promise<PushPlan>): Promise<Outcome<PushPlan>> {
  const outcome = await settle(planning)
  if (outcome.failure !== undefined && !aboutText.has(outcome.failure.fact.reason)) throw outcome.failure
  return outcome
}

/** Other parts of the ConfigMap, such as annotations, do not matter: the push keeps them. */
const isBasedOn = ({ body }: StoredText, { steps }: PushPlan): boolean =>
  steps.every(({ replaces }) => replaces?.body === body)

/** An edit by hand is not overwritten: it is part of the text that was edited. */
const withoutOverwriting = (plan: PushPlan): PushPlan => ({
  ...plan,
  warnings: plan.warnings.filter(({ reason }) => reason !== 'OverwritesEdit'),
})

/** Another client has changed the document while it was edited. */
async function reload({ editor }: EditWorld, before: StoredText, { steps }: PushPlan): Promise<Round> {
  const now = steps[0]?.replaces
  const changed = await meanwhile({ verb: 'push', target: before.target, replaces: before }, now)
  if (now === undefined) throw new Failure<DocumentFact>('conflict', changed)
  const stored = await withText(now)
  return { ...firstRound(stored), remarks: [changed, await editor.keep()] }
}
