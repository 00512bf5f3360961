import { configMapName, configMapOf, type Target } from '../../documents/target.ts'
import { refusalOf } from '../../kubelet/check/problems.ts'
import { newest } from '../../kubelet/model/releases.ts'
import { type Fact, type FileSubject, fileSubject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import { document } from '../../names.ts'
import type { FileFact } from '../../offline/read/file-messages.ts'
import { onlyDocument, type Source } from '../../offline/read/one-document.ts'
import { refusedFlags } from '../../offline/read/refused-flags.ts'
import { type PassedOver, passedOverFacts, selectDocuments } from '../../offline/read/select-documents.ts'
import type { FlagRefusal } from '../../offline/read/start-messages.ts'
import { releaseNamedIn } from '../../yaml/read/kubeadm.ts'
import type { LikelyConfig } from '../../yaml/read/likely-config.ts'
import type { Contents, DocumentPart } from '../../yaml/read/read-parts.ts'
import type { Member } from '../../yaml/read/survey.ts'
import { reviewUnread } from '../change/review.ts'
import { DuplicateTarget, FileAmbiguous, FlagsNotPushed, type PushFact, PushRefused } from './push-messages.ts'
import { targetByName, targetInConfigMap } from './said-target.ts'

/** A file to push. */
export interface PushFile extends Source {
  /**
   * The targets of its document. Otherwise, the name of a ConfigMap gives its target, and the name of the file gives that of
   * a KubeletConfiguration, but only with `by-name`.
   */
  readonly targets: readonly Target[] | 'by-name' | 'by-contents'
  /** False when it was found in a folder: it may then belong to something else. */
  readonly named: boolean
}

export interface FilesToPush {
  /** Never empty. */
  readonly files: readonly PushFile[]
  readonly skipValidation: boolean
}

/** A document in a file, and its targets. */
interface Assigned {
  readonly at: FileSubject
  readonly part: DocumentPart
  /** Empty when it cannot be read. */
  readonly targets: readonly Target[]
  readonly saidBy: 'flag' | 'config-map' | 'file-name'
}

/** With the text to store, byte for byte. */
export interface PushDocument extends Assigned {
  readonly body: string
}

export interface AssignedFiles {
  readonly documents: readonly PushDocument[]
  /** Why the others cannot be pushed. */
  readonly problems: readonly Failure[]
  readonly notes: readonly FileFact[]
  /** Files that were skipped, and flags beside a document that are not pushed. */
  readonly warnings: readonly Fact[]
}

/** Finds the documents of all files, and their targets. Sends no requests; returns all problems. */
export async function assignFiles({ files, skipValidation }: FilesToPush, namespace: string): Promise<AssignedFiles> {
  const found = (await Promise.all(files.map((file) => documentsIn(file, namespace).catch(asProblem)))).flat()
  const passedOver = found.filter((one) => 'file' in one)
  const flags = found.filter((one): one is FlagFinding => 'reason' in one)
  const skipped = passedOverFacts(passedOver)
  const assigned = found.filter((one) => 'part' in one)
  const read = await Promise.all(assigned.map((document) => withText(document, skipValidation)))
  const problems = [...found.filter(isProblem), ...repeated(assigned)]
  return {
    documents: read.filter((one) => 'part' in one),
    problems: [...problems, ...read.filter(isProblem)],
    notes: skipped.notes,
    warnings: [...skipped.warnings, ...flags],
  }
}

type FlagFinding = FlagRefusal | Extract<PushFact, { readonly reason: 'FlagsNotPushed' }>
type Found = Assigned | Failure | PassedOver | FlagFinding

const isProblem = (found: unknown): found is Failure => found instanceof Failure

/** A failure of one document does not hide those of the others. */
function asProblem(error: unknown): readonly Failure[] {
  if (isProblem(error)) return [error]
  throw error
}

/** Refuses a document that no kubelet can read. Without a text there is nothing to push. */
async function withText(document: Assigned, skipValidation: boolean): Promise<PushDocument | Failure> {
  const { at, part } = document
  const body = await part.text()
  if (body !== undefined && (skipValidation || part.reading.outcome !== 'unreadable')) return { ...document, body }
  const because = refusalOf(fileSubject(at.name), reviewUnread(part.reading))
  if (because === undefined) throw new Error('a document that cannot be read, without a finding')
  return refusal(PushRefused({ because }))
}

/** In a folder, a file that may have a KubeletConfiguration is not skipped but refused. */
const unclear = (file: string, likelyConfig: LikelyConfig): Failure =>
  refusal(
    FileAmbiguous({
      subject: fileSubject(file, 'broken' in likelyConfig ? likelyConfig.broken : {}),
      likelyConfig,
    }),
  )

async function documentsIn(source: PushFile, namespace: string): Promise<readonly Found[]> {
  const { file, targets, named } = source
  const contents = await selectDocuments({ file: { file }, named: named || typeof targets !== 'string' }, source.bytes)
  const flags = flagsIn(file, contents.members ?? [])
  if ('file' in contents) return [{ ...contents, members: undefined }, ...flags]
  if (contents.likelyConfig !== undefined) return [unclear(file, contents.likelyConfig)]
  if (typeof targets !== 'string')
    return [assigned(onlyDocument(file, contents), fileSubject(file), targets, 'flag'), ...flags]
  if (!contents.candidates.some(isConfigMap)) {
    const part = onlyDocument(file, contents)
    return [assigned(part, fileSubject(file), [targetByName(source)], 'file-name'), ...flags]
  }
  return [...membersIn(source, contents, namespace), ...flags]
}

/** What a file for kubeadm has beside the document, which is pushed without it. */
function flagsIn(file: string, members: readonly Member[]): readonly FlagFinding[] {
  const refused = refusedFlags({ file, members }, releaseNamedIn({ members, foreign: true })?.release ?? newest)
  return refused.length === 0 ? [] : [...refused, FlagsNotPushed({ subject: fileSubject(file) })]
}

const assigned = (
  part: DocumentPart,
  at: FileSubject,
  targets: readonly Target[],
  saidBy: Assigned['saidBy'],
): Assigned => ({
  at,
  part,
  targets,
  saidBy,
})

const isConfigMap = ({ holds }: Member): boolean => holds === 'config-map'

/** Of a file with ConfigMaps, each document. */
function membersIn(source: PushFile, { candidates, parts }: Contents, namespace: string): readonly Found[] {
  const { file } = source
  const keys = Map.groupBy(candidates.filter(isConfigMap), ({ reading }) => reading)
  return candidates.flatMap((member, i): readonly Found[] => {
    const at = placeOf(file, member)
    const part = parts[i]!
    if (member.holds === 'unreadable') return [assigned(part, at, [], 'file-name')]
    if (!isConfigMap(member)) return outcomeOf(() => assigned(part, at, [targetByName(source)], 'file-name'))
    const isOwnKey = member.inside?.key === document.key
    const siblings = keys.get(member.reading) ?? []
    if (!isOwnKey && siblings.some(({ inside }) => inside?.key === document.key)) return []
    return outcomeOf(() => assigned(part, at, [targetInConfigMap(member, at, namespace)], 'config-map'))
  })
}

function outcomeOf(find: () => Assigned): readonly Found[] {
  try {
    return [find()]
  } catch (error) {
    return asProblem(error)
  }
}

function placeOf(file: string, { reading, inside }: Member): FileSubject {
  if (reading.outcome === 'unreadable') return fileSubject(file, reading.findings[0])
  const { line, column } = inside?.value ?? reading.tree
  return fileSubject(file, { line, column })
}

/** One failure for each target of several documents. */
function repeated(documents: readonly Assigned[]): readonly Failure[] {
  const all = documents.flatMap(({ at, targets }) => targets.map((target) => ({ at, target })))
  const byName = Map.groupBy(all, ({ target }) => configMapName(target)).values()
  return Array.from(byName)
    .filter(({ length }) => length > 1)
    .map((some) => refusal(DuplicateTarget({ subject: configMapOf(some[0]!.target), files: some.map(({ at }) => at) })))
}

const refusal = (fact: PushFact): Failure<PushFact> => new Failure('invalid', fact)
