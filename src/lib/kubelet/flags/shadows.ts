import { canonical } from '../compare/canonical.ts'
import { display } from '../compare/display.ts'
import type { ConfigDocument } from '../model/document.ts'
import { fieldPath, keyPath } from '../model/path.ts'
import { isSecret, redacted } from '../model/redact.ts'
import type { Release } from '../model/releases.ts'
import type { WordPlace } from './flag-messages.ts'
import { migratedDocument, written } from './migrate.ts'
import type { Setting } from './setting.ts'

/**
 * What a flag does to the field of a file: sets another value, sets the same value, or sets a field that the file does
 * not set.
 */
export type Effect = 'overrides' | 'repeats' | 'adds'

export interface Shadow extends WordPlace {
  readonly flag: string
  readonly path: string
  readonly effect: Effect
  /** For display; undefined when the file does not set it. */
  readonly inFile: string | undefined
  readonly byFlag: string
}

/** The effect of each flag that sets a field: flags win over the file. */
export function shadows(settings: readonly Setting[], file: ConfigDocument, release: Release): readonly Shadow[] {
  const flags = migratedDocument(settings, release)
  return settings.flatMap(({ flag, from, at, field, names }): readonly Shadow[] => {
    const value = written(flags, names)
    if (flag === undefined || value === undefined) return []
    const before = written(file, names)
    const effect =
      before === undefined || before.unset ? 'adds' : canonical(before) === canonical(value) ? 'repeats' : 'overrides'
    const show = isSecret(field) ? () => redacted : display
    const [own, key] = [field.split('.'), names[field.split('.').length]]
    const path = key === undefined ? own.reduce(fieldPath, '') : keyPath(own.reduce(fieldPath, ''), key)
    return [{ flag, from, at, path, effect, inFile: before && show(before), byFlag: show(value) }]
  })
}
