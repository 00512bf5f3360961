import { fileSubject } from '../../fact.ts'
import { Failure } from '../../failure.ts'
import { check } from '../../kubelet/check/check.ts'
import type { FileRelease } from '../../kubelet/model/file-release.ts'
import { newest } from '../../kubelet/model/releases.ts'
import { nameOf } from '../../yaml/read/holding.ts'
import { releaseNamedIn } from '../../yaml/read/kubeadm.ts'
import { type Part, partsOf, readParts } from '../../yaml/read/read-parts.ts'
import type { Member, Survey } from '../../yaml/read/survey.ts'
import type { FileFact, Held } from './file-fact.ts'

/** A file to take a document out of. */
export interface Source {
  /** As it is called in messages. */
  readonly file: string
  readonly bytes: Uint8Array
}

/** One that was read before. */
export interface SurveyedFile {
  readonly file: string
  readonly found: Survey
}

export interface OneDocument extends Part {
  readonly file: string
  /** What the rest of the file says about the release of its kubelets. */
  readonly fileRelease: FileRelease | undefined
  /** All that stands in the file. */
  readonly members: readonly Member[]
}

/**
 * The one KubeletConfiguration of a file, which may be for somebody else otherwise: in a file for kubeadm, or in a
 * ConfigMap. Rejects with Failure 'invalid' that names the places when there are several, or only other things.
 */
export async function oneDocument(source: Source | SurveyedFile): Promise<OneDocument> {
  const { file } = source
  const contents = await ('found' in source ? partsOf(source.found) : readParts(source.bytes))
  const { parts, members, candidates, foreign, relevant } = contents
  const subject = fileSubject(file)
  if (foreign && !relevant) {
    const remedy = remedyFor(parts[0]!)
    throw refusal({ reason: 'NoConfigurationInFile', subject, held: heldBy(members), remedy })
  }
  const rivals = foreign ? candidates : candidates.filter(({ holds }) => holds === 'configuration')
  if (rivals.length > 1) throw refusal({ reason: 'SeveralConfigurationsInFile', subject, held: heldBy(rivals) })
  return { ...parts[0]!, file, fileRelease: releaseNamedIn(contents), members }
}

const refusal = (fact: FileFact): Failure => new Failure('invalid', fact)

/** What a kubelet's reader advises who gives it a file for somebody else. */
const remedyFor = ({ reading }: Part): string | undefined =>
  check(reading, newest).findings.find(({ rule }) => rule === 'DECODE-KIND')?.remedy

const heldBy = (members: readonly Member[]): readonly Held[] =>
  members.filter(({ holds }) => holds !== 'nothing').map(heldAs)

function heldAs({ reading, inside }: Member): Held {
  if (reading.outcome === 'unreadable') return reading.findings[0]!
  const { line, column } = inside?.value ?? reading.tree
  return { name: nameOf(reading.tree), line, column }
}
