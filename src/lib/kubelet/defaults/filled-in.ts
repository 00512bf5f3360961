import type { Value } from '../model/document.ts'
import { fieldPath, keyPath } from '../model/path.ts'
import { configuration, knows, type SchemaOf } from '../schema/schema.ts'
import type { Effective } from './effective.ts'
import { nowhere } from './tables.ts'

/** A value that the document does not have. */
export interface FilledIn {
  /** `authentication.webhook.cacheTTL`, `evictionHard[memory.available]`. */
  readonly path: string
  /** The same, one name at a time. */
  readonly names: readonly string[]
}

const root: FilledIn = { path: '', names: [] }

/** Fields, and entries of maps where the kubelet merges them; in the order of Go's struct. */
export const filledIn = (config: Effective): readonly FilledIn[] => filledBelow(config, configuration, root)

function filledBelow(config: Effective, schema: SchemaOf<'struct'>, parent: FilledIn): readonly FilledIn[] {
  return [...schema.fields]
    .filter(([, field]) => knows(config.release, field))
    .flatMap(([name, field]) => {
      const place = { path: fieldPath(parent.path, name), names: [...parent.names, name] }
      return field.type === 'struct' ? filledBelow(config, field, place) : filledAt(config, place)
    })
}

function filledAt(config: Effective, { path, names }: FilledIn): readonly FilledIn[] {
  const value = config.get(path)
  if (value === undefined) return []
  const written = config.written(path)
  const isWhole = written === undefined
  // Once drop-ins are merged, defaults are written, without a place.
  if (value.type !== 'map') return isWhole || isPlaced(written) ? [{ path, names }] : []
  return [...value.entries]
    .filter(([, entry]) => isWhole || isPlaced(entry))
    .map(([key]) => ({ path: keyPath(path, key), names: [...names, key] }))
}

const isPlaced = ({ line }: Value): boolean => line === nowhere.line
