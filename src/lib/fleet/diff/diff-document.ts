import { audiencesOf, inForce } from '../../documents/precedence.ts'
import type { StoredDocument } from '../../documents/stored-document.ts'
import { configMapName, nodeTarget, type Target, type WantedTargets } from '../../documents/target.ts'
import { DocumentRefused } from '../../kubelet/check/kubelet-messages.ts'
import { problemsIn } from '../../kubelet/check/problems.ts'
import type { Reading } from '../../kubelet/model/reading.ts'
import { newest } from '../../kubelet/model/releases.ts'
import { type Fact, fileSubject, nodeSubject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import type { Together } from '../../offline/read/document-report.ts'
import { oneDocument, type Source } from '../../offline/read/one-document.ts'
import type { Limits } from '../../ports/limits.ts'
import { readText } from '../../yaml/read/read.ts'
import { balloonsInWayOf } from '../change/balloons-in-the-way.ts'
import { type ChangeForNodes, changeForNodes } from '../change/change-for-nodes.ts'
import { type DocumentFact, NodeNotThere, NodesNotVisible } from '../change/document-messages.ts'
import { type Inspection, inspectOnce } from '../change/inspect.ts'
import { type Observed, observe, observeSelected } from '../change/observe.ts'
import { type Review, review, reviewForNodes, reviewUnread } from '../change/review.ts'
import { type RunningOn, runningOn } from '../change/running.ts'
import type { Cluster } from '../cluster.ts'
import { refuseTogether } from '../push/refuse-together.ts'

/** The change from what the nodes get now to the file. */
export interface DocumentDiff extends Omit<ChangeForNodes, 'warnings'> {
  readonly target: Target
  readonly stored: StoredDocument | undefined
  /**
   * Whether a kubelet sees a difference to what is stored for the target. Also true when nothing is stored, or nothing
   * that can be compared.
   */
  readonly differs: boolean
  /**
   * Nodes that do not exist or may not be read, nodes whose release is a guess, and documents that cannot be compared.
   */
  readonly warnings: readonly Fact[]
}

interface Comparison extends Source {
  /** Drop-ins of the nodes, which are merged over both documents. */
  readonly together?: Together | undefined
}

export async function diffDocument(
  cluster: Cluster,
  { target, ...comparison }: Comparison & { readonly target: Target },
  limits: Limits,
): Promise<DocumentDiff> {
  const [only] = await diffDocuments(cluster, { wanted: [target], ...comparison }, limits)
  return only!
}

/** The same for several targets: the file and the cluster are read once. */
export async function diffDocuments(
  cluster: Cluster,
  { wanted, together, ...source }: Comparison & { readonly wanted: WantedTargets },
  limits: Limits,
): Promise<readonly DocumentDiff[]> {
  const { reading } = await oneDocument(source)
  if (reading.outcome === 'unreadable') throw undecodable(source.file, reviewUnread(reading))
  const { targets, observed } = await observeWanted(cluster, wanted, limits)
  const compared = targets.map((target) => ({ target, reading, file: source.file }))
  return compareWithStored(cluster, { compared, observed, together }, limits)
}

/** What a target is to get, and the file that it is from. */
export interface Compared {
  readonly target: Target
  readonly reading: Reading
  readonly file: string
}

interface Comparisons extends Pick<Comparison, 'together'> {
  readonly compared: readonly Compared[]
  readonly observed: Observed
}

/** For nodes as they are after all of it. Rejects with Failure 'invalid' for what no kubelet of its nodes could decode. */
export async function compareWithStored(
  cluster: Cluster,
  { compared, observed, together }: Comparisons,
  limits: Limits,
): Promise<readonly DocumentDiff[]> {
  const { documents } = observed
  const targets = compared.map(({ target }) => target)
  const names = new Set([...documents.keys(), ...targets.map(configMapName)])
  const audiences = observed.nodes.value && audiencesOf(names, observed.nodes.value)
  const audienceOf = (target: Target) => audiences && (audiences.get(configMapName(target)) ?? [])
  const reviewed = compared.map(({ target, reading, file }) => ({
    ...{ target, file },
    after: reviewForNodes(reading, audienceOf(target) ?? [], { together }),
  }))
  const undecoded = new Map(reviewed.flatMap(({ file, after }) => (after.document ? [] : [[file, after]])))
  refuseTogether(
    [...undecoded].map(([file, after]) => undecodable(file, after)),
    'compared',
  )
  const inspect = inspectOnce()
  const reached = targets.flatMap((target) => audienceOf(target) ?? [])
  const running = together ? nothingKnown : await runningOn(cluster, reached, { documents, inspect }, limits)
  const balloonsInWay = balloonsInWayOf(cluster, limits)
  return Promise.all(
    reviewed.map(async ({ target, file, after }) => {
      const nodes = audienceOf(target)
      const inForceNow = inForce(target, documents, nodes)
      const inspected = inForceNow && (await inspect(inForceNow))
      const now = inspected && together ? await mergedNow(inspected, together, after) : inspected
      const change = changeForNodes({ now, nodes, running, after })
      const stored = documents.get(configMapName(target))
      return {
        ...change,
        target,
        stored,
        differs: stored === undefined || change.comparedWith === undefined || change.changes.length > 0,
        warnings: [
          ...after.warnings,
          ...problemsIn(fileSubject(file), after),
          ...nodeWarnings(target, observed),
          ...change.warnings,
          ...(await balloonsInWay([change])),
        ],
      }
    }),
  )
}

async function observeWanted(cluster: Cluster, wanted: WantedTargets, limits: Limits) {
  if (!('selector' in wanted)) return { targets: wanted, observed: await observe(cluster, wanted, limits) }
  const observed = await observeSelected(cluster, wanted.selector, limits)
  return { targets: observed.nodes.value.map(({ name }) => nodeTarget(name)), observed }
}

/** The drop-ins of the nodes are merged over what is stored, and not over what agents report. */
const nothingKnown: RunningOn = new Map()

/** What the nodes run now, with the same drop-ins. */
async function mergedNow(now: Inspection, together: Together, { releases }: Review): Promise<Inspection> {
  const { body } = now.stored
  if (body === undefined) return now
  return { ...now, document: review(await readText(body), releases, { together }).document }
}

/** The node does not exist, or nodes may not be read; the comparison is possible all the same. */
function nodeWarnings(target: Target, { nodes }: Observed): readonly DocumentFact[] {
  if (nodes.failure) return [NodesNotVisible({ because: nodes.failure.fact, assumed: newest })]
  if (target.kind === 'global' || nodes.value.some(({ name }) => name === target.node)) return []
  return [NodeNotThere({ subject: nodeSubject(target.node) })]
}

function undecodable(file: string, { findings, releases }: Review): Failure<DocumentRefused> {
  const fatal = findings.filter((finding) => finding.fatal)
  return new Failure('invalid', DocumentRefused({ subject: fileSubject(file), findings: fatal, releases }))
}
