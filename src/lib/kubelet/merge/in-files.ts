import type { ConfigDocument } from '../model/document.ts'
import type { Finding } from '../model/finding.ts'
import { type Layers, layerOf, placeInLayer } from './layers.ts'

/** Findings with places in their own files; those in the file of --config have no file, being in the document. */
export function inFiles(findings: readonly Finding[], { base, dropIns = [] }: Layers): readonly Finding[] {
  const first = base === undefined ? 1 : 2
  return findings.map((found) => {
    const { line = 0, column = 0, ...finding } = found
    const place = placeInLayer({ line, column })
    const dropIn = dropIns[layerOf({ line, column }) - first]
    return { ...finding, ...(place.line > 0 && place), ...(dropIn && { file: dropIn.file }) }
  })
}

/** Defaults are not filled in again: a map of thresholds that was removed stays away. */
export const settled = (merged: ConfigDocument): ConfigDocument =>
  merged.fields.has('evictionHard')
    ? merged
    : {
        ...merged,
        fields: new Map([...merged.fields, ['evictionHard', { type: 'map', entries: new Map(), line: 0, column: 0 }]]),
      }
