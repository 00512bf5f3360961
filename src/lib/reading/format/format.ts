import { compactTree } from '../../config/compact.ts'
import { decode } from '../../config/decode.ts'
import { digest } from '../../config/digest.ts'
import type { Finding } from '../../config/finding.ts'
import { newest } from '../../config/releases.ts'
import type { Reading } from '../../config/tree.ts'
import { Failure } from '../../errors.ts'
import { holdingOf } from '../holding.ts'
import { maxBytes } from '../limits.ts'
import { startReading } from '../read.ts'
import { decodeText } from '../text.ts'
import { asReading } from '../unreadable.ts'
import { formatJson } from './format-json.ts'
import { formatYaml } from './format-yaml.ts'

/** The text of a file in canonical form, or why a document of it cannot be read. */
export type Formatted =
  | { readonly outcome: 'text'; readonly text: string; readonly documents: number }
  | { readonly outcome: 'unreadable'; readonly findings: readonly Finding[] }

/**
 * The canonical form of each KubeletConfiguration in a file; all else in it stays. Throws Failure 'refused' rather than
 * give a text that means something else.
 */
export async function formatBytes(bytes: Uint8Array): Promise<Formatted> {
  const before = await readAll(bytes)
  const findings = before.readings.flatMap((reading) => (isBroken(reading) ? reading.findings : []))
  if (findings.length > 0) return { outcome: 'unreadable', findings }
  const wanted = new Set(before.readings.keys().filter((i) => holdingOf(before.readings[i]!) === 'configuration'))
  const text = wanted.size === 0 ? new TextDecoder().decode(bytes) : await format(before, wanted)
  const written = new TextEncoder().encode(text)
  if (written.length > maxBytes)
    throw new Failure('refused', `would be larger than ${maxBytes / 2 ** 20} MiB with its aliases written out`)
  const after = await readAll(written)
  const isSame =
    before.readings.length === after.readings.length &&
    before.readings.every((one, i) => meansTheSame(one, after.readings[i]!))
  if (!isSame)
    throw new Failure('refused', 'cannot be formatted without a change of its meaning', {
      suggestions: ['write out what is unusual in it: escapes in quantities, keys given twice'],
    })
  return { outcome: 'text', text, documents: wanted.size }
}

interface ReadFile {
  readonly text: string
  readonly readings: readonly Reading[]
}

async function readAll(bytes: Uint8Array): Promise<ReadFile> {
  try {
    const { source, first, others } = await startReading(decodeText(bytes))
    return { text: source.text, readings: [first, ...others] }
  } catch (error) {
    return { text: '', readings: [asReading(error)] }
  }
}

const isBroken = (reading: Reading): boolean => holdingOf(reading) === 'unreadable'

async function format({ text, readings }: ReadFile, wanted: ReadonlySet<number>): Promise<string> {
  const [first] = readings
  const isJson = first?.outcome === 'tree' && first.format === 'json'
  return isJson ? formatJson(first.tree) : await formatYaml(text, wanted)
}

/** The same tree, and, where a kubelet gets so far, the same digest. */
function meansTheSame(before: Reading, after: Reading): boolean {
  if (before.outcome === 'unreadable' || after.outcome === 'unreadable') return before.outcome === after.outcome
  return compactTree(before.tree) === compactTree(after.tree) && digestOf(before) === digestOf(after)
}

function digestOf(reading: Extract<Reading, { outcome: 'tree' }>): string | undefined {
  const { document } = decode(reading.tree, { release: newest, format: reading.format })
  return document && digest(document)
}
