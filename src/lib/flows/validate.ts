import pMap from 'p-map'
import { finding } from '../config/decode-rules.ts'
import type { Release } from '../config/releases.ts'
import type { Reading } from '../config/tree.ts'
import { Failure } from '../errors.ts'
import type { Limits } from '../ports.ts'
import { type DocumentReport, type Place, reportOf, type ValidateOptions } from './document-report.ts'
import { concurrency, type DistinctFile, distinct, type Inputs } from './inputs.ts'
import { type PassedOver, sift } from './sift.ts'

export interface Validation {
  readonly releases: readonly Release[]
  /** In the order of the arguments, and of the files and documents in each. */
  readonly documents: readonly DocumentReport[]
  /** Files of folders in which there is no KubeletConfiguration. */
  readonly passedOver: readonly PassedOver[]
}

/**
 * Reads each file once, however often it is among the inputs, and judges what is in it for all releases. What cannot be
 * read is a finding, not a Failure.
 */
export async function validate(
  inputs: readonly Inputs[],
  options: ValidateOptions,
  { signal }: Limits,
): Promise<Validation> {
  const files = distinct(inputs)
  const outcomes = await pMap(files, (one) => validateFile(one, options), { concurrency, signal })
  const byName = new Map(files.map(({ file }, i) => [file.file, outcomes[i]!]))
  const documents = inputs.flatMap((input) => {
    const found = input.files.flatMap(({ file }) => judged(byName.get(file)!))
    return found.length > 0 ? found : [reportOf(wholeFile(input.name), noFile(input.nothing), options)]
  })
  return {
    releases: options.releases,
    documents: [...new Set(documents)],
    passedOver: outcomes.filter((outcome) => 'file' in outcome),
  }
}

export const hasErrors = ({ documents }: Validation): boolean =>
  documents.some(({ findings }) => findings.some(({ severity }) => severity === 'error'))

type Outcome = readonly DocumentReport[] | PassedOver

const judged = (outcome: Outcome): readonly DocumentReport[] => ('file' in outcome ? [] : outcome)

async function validateFile(input: DistinctFile, options: ValidateOptions): Promise<Outcome> {
  const { file } = input.file
  const bytes = await input.file.read().catch(reasonOf)
  if (typeof bytes === 'string') return [reportOf(wholeFile(file), noFile(bytes), options)]
  const contents = await sift(input, bytes)
  if ('file' in contents) return contents
  const { parts } = contents
  const alone = parts.length === 1 && parts[0]!.document === 0
  return parts.map(({ document, reading }) => reportOf({ file, document, alone }, reading, options))
}

const wholeFile = (file: string): Place => ({ file, document: 0, alone: true })

function reasonOf(error: unknown): string {
  if (error instanceof Failure && error.code === 'invalid') return error.message
  throw error
}

const noFile = (message: string): Reading => ({
  outcome: 'unreadable',
  findings: [finding('READ-FILE', 'nowhere', { message })],
})
