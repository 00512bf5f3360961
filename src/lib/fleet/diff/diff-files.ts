import { configMapName, globalTarget, type Target } from '../../documents/target.ts'
import type { Fact } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import type { Limits } from '../../ports/limits.ts'
import type { Outcome } from '../../ports/outcomes.ts'
import { observe } from '../change/observe.ts'
import type { Cluster } from '../cluster.ts'
import { assignFiles, type PushFile } from '../push/push-files.ts'
import { NothingToPush } from '../push/push-messages.ts'
import { refuseTogether } from '../push/refuse-together.ts'
import { compareWithStored, type DocumentDiff } from './diff-document.ts'

/** The change from what is stored to several files, such as a Git repository. */
export interface FilesDiff {
  /** In the order of the files. */
  readonly diffs: readonly DocumentDiff[]
  /** Of the stored documents, those that are in none of the files; a failure when documents may not be listed. */
  readonly missing: Outcome<readonly Target[]>
  readonly notes: readonly Fact[]
  readonly warnings: readonly Fact[]
}

/** Each document has its target as in a push of the same files. Rejects with Failure 'invalid' with all problems of all files. */
export async function diffFiles(cluster: Cluster, files: readonly PushFile[], limits: Limits): Promise<FilesDiff> {
  const { documents, problems, notes, warnings } = await assignFiles(
    { files, skipValidation: false },
    cluster.documents.namespace,
  )
  refuseTogether(problems, 'compared')
  if (documents.length === 0) throw new Failure('invalid', NothingToPush({ files: files.length }))
  const compared = documents.flatMap(({ at, part: { reading }, targets }) =>
    targets.map((target) => ({ target, reading, file: at.name })),
  )
  const targets = compared.map(({ target }) => target)
  // With the global one, all documents are listed.
  const observed = await observe(cluster, [...targets, globalTarget], limits)
  const diffs = await compareWithStored(cluster, { compared, observed }, limits)
  const names = new Set(targets.map(configMapName))
  const others = [...observed.documents.values()].filter(({ name }) => !names.has(name)).map(({ target }) => target)
  const missing = observed.withoutList ? { failure: observed.withoutList } : { value: others }
  return { diffs, missing, notes, warnings }
}
