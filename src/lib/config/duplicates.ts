import type { Finding } from './finding.ts'
import { finding } from './rules.ts'
import type { Entry, Format, Mapping, Position } from './tree.ts'

/** Adds a finding for each key that was there before. */
export function reportDuplicates(
  { findings }: { readonly findings: Finding[] },
  { entries }: Mapping,
  pathOf: (key: string) => string,
): void {
  const seen = new Map<string, Position>()
  for (const { key, at } of entries) {
    const first = seen.get(key)
    if (first === undefined) seen.set(key, at)
    else findings.push(duplicate(at, { path: pathOf(key), first }))
  }
}

function duplicate(at: Position, { path, first }: { path: string; first: Position }): Finding {
  const message = `key was given before, in line ${first.line}: the kubelet takes the last one`
  return finding('STRICT-DUPLICATE', at, { path, message, remedy: 'keep one of them' })
}

/**
 * What gets decoded. YAML reaches the decoder with the last of the duplicates alone; Go's JSON decodes each in turn
 * into the same place, so that an error in any of them counts.
 */
export function effective({ entries }: Mapping, format: Format): Iterable<Entry> {
  return format === 'json' ? entries : new Map(entries.map((entry) => [entry.key, entry])).values()
}
