import { check } from '../../kubelet/check/check.ts'
import type { FileRelease } from '../../kubelet/model/file-release.ts'
import { newest } from '../../kubelet/model/releases.ts'
import { fileSubject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import { nameOf } from '../../yaml/read/holding.ts'
import { releaseNamedIn } from '../../yaml/read/kubeadm.ts'
import { type Contents, type DocumentPart, partsOf, readParts } from '../../yaml/read/read-parts.ts'
import type { Member, Survey } from '../../yaml/read/survey.ts'
import { type FileFact, type Held, NoConfigurationInFile, SeveralConfigurationsInFile } from './file-messages.ts'

/** A file to read a document from. */
export interface Source {
  /** The name in messages. */
  readonly file: string
  readonly bytes: Uint8Array
}

/** A file that was read before. */
export interface SurveyedFile {
  readonly file: string
  readonly found: Survey
}

export interface OneDocument extends DocumentPart {
  readonly file: string
  /** The release that the rest of the file names. */
  readonly fileRelease: FileRelease | undefined
  /** Everything in the file. */
  readonly members: readonly Member[]
}

/**
 * The only KubeletConfiguration of a file, which may stand in a file for kubeadm, or in a ConfigMap. Rejects with
 * Failure 'invalid' and the places when there are several, or none among other objects.
 */
export async function oneDocument(source: Source | SurveyedFile): Promise<OneDocument> {
  return onlyDocument(source.file, await ('found' in source ? partsOf(source.found) : readParts(source.bytes)))
}

/** The same for a file whose parts were read before. */
export function onlyDocument(file: string, contents: Contents): OneDocument {
  const { parts, members, candidates, foreign, relevant } = contents
  const subject = fileSubject(file)
  if (foreign && !relevant) {
    const remedy = remedyFor(parts[0]!)
    throw refusal(NoConfigurationInFile({ subject, held: heldBy(members), remedy }))
  }
  const configurations = foreign ? candidates : candidates.filter(({ holds }) => holds === 'configuration')
  if (configurations.length > 1) throw refusal(SeveralConfigurationsInFile({ subject, held: heldBy(configurations) }))
  return { ...parts[0]!, file, fileRelease: releaseNamedIn(contents), members }
}

const refusal = (fact: FileFact): Failure => new Failure('invalid', fact)

/** The remedy of the kubelet's finding about an object of another kind. */
const remedyFor = ({ reading }: DocumentPart): string | undefined =>
  check(reading, newest).findings.find(({ rule }) => rule === 'DECODE-KIND')?.remedy

const heldBy = (members: readonly Member[]): readonly Held[] =>
  members.filter(({ holds }) => holds !== 'nothing').map(heldAs)

function heldAs({ reading, inside }: Member): Held {
  if (reading.outcome === 'unreadable') return reading.findings[0]!
  const { line, column } = inside?.value ?? reading.tree
  return { name: nameOf(reading.tree), line, column }
}
