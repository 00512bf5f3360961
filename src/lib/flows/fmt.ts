import pMap from 'p-map'
import { newest } from '../config/releases.ts'
import { Failure } from '../errors.ts'
import type { Limits } from '../ports.ts'
import { formatBytes } from '../reading/format/format.ts'
import { inOne, unusable } from '../render/findings.ts'
import { concurrency, type DistinctFile, distinct, type Inputs } from './inputs.ts'

/** A file with at least one KubeletConfiguration, and its canonical form. */
export interface FormattedFile {
  readonly file: string
  readonly before: Uint8Array
  readonly after: string
  readonly differs: boolean
}

/**
 * The canonical form of each file, once however often it is given. Rejects with one Failure 'invalid' for all that cannot
 * be read, and for files that were named and hold no KubeletConfiguration; those of folders are passed over.
 */
export async function formatFiles(inputs: readonly Inputs[], { signal }: Limits): Promise<readonly FormattedFile[]> {
  const outcomes = await pMap(distinct(inputs), formatFile, { concurrency, signal })
  const missing = inputs
    .filter(({ files: some }) => some.length === 0)
    .map(({ name, nothing }) => new Failure('invalid', `${name}: ${nothing}`))
  const problems = [...missing, ...outcomes.filter((outcome) => outcome instanceof Failure)]
  if (problems.length > 0) throw inOne(problems)
  return outcomes.flatMap((outcome) => (outcome === undefined || outcome instanceof Failure ? [] : [outcome]))
}

/** undefined: nothing in it for us; a Failure: why it cannot be formatted. */
async function formatFile(input: DistinctFile): Promise<FormattedFile | Failure | undefined> {
  const { file } = input.file
  try {
    const before = await input.file.read()
    const formatted = await formatBytes(before)
    if (formatted.outcome === 'unreadable') {
      const findings = formatted.findings.map((finding) => ({ ...finding, releases: [newest] }))
      return unusable(file, findings, [newest])
    }
    if (formatted.documents === 0)
      return input.named ? new Failure('invalid', `${file}: holds no KubeletConfiguration`) : undefined
    const after = formatted.text
    return { file, before, after, differs: !Buffer.from(before).equals(Buffer.from(after)) }
  } catch (error) {
    if (!(error instanceof Failure) || (error.code !== 'invalid' && error.code !== 'refused')) throw error
    return new Failure('invalid', `${file}: ${error.message}`, { suggestions: error.suggestions })
  }
}
