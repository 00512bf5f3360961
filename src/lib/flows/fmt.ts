import pMap from 'p-map'
import { newest } from '../config/releases.ts'
import { Failure } from '../errors.ts'
import type { Limits } from '../ports.ts'
import { formatBytes } from '../reading/format/format.ts'
import { describeFindings } from '../render/findings.ts'
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
  const missing = inputs.flatMap(({ name, files: some, nothing }) => (some.length === 0 ? [`${name}: ${nothing}`] : []))
  const problems = [...missing, ...outcomes.flatMap((outcome) => (typeof outcome === 'string' ? [outcome] : []))]
  if (problems.length > 0) throw new Failure('invalid', problems.join('\n'))
  return outcomes.filter((outcome) => typeof outcome === 'object')
}

/** undefined: nothing in it for us; a text: why it cannot be formatted. */
async function formatFile(input: DistinctFile): Promise<FormattedFile | string | undefined> {
  const { file } = input.file
  try {
    const before = await input.file.read()
    const formatted = await formatBytes(before)
    if (formatted.outcome === 'unreadable') {
      const findings = formatted.findings.map((finding) => ({ ...finding, releases: [newest] }))
      return describeFindings(file, findings, [newest])
    }
    if (formatted.documents === 0) return input.named ? `${file}: holds no KubeletConfiguration` : undefined
    const after = formatted.text
    return { file, before, after, differs: !Buffer.from(before).equals(Buffer.from(after)) }
  } catch (error) {
    if (error instanceof Failure && (error.code === 'invalid' || error.code === 'refused'))
      return `${file}: ${error.message}`
    throw error
  }
}
